import { boxesAround, distanceKm, fromMap, MAP_UNITS, type MapBox, type MapPoint, type Point } from "~/lib/geo";
import {
  type Count,
  countInSquares,
  countInTowns,
  kindsOf,
  listCountedTowns,
  type MapKind,
  type ThingFilter,
} from "./counts.server";
import type { Cluster } from "./marks";
import { boxesOf, type Viewport } from "./viewport";

/** The area of a search: a circle around a centre, or a viewport. */
export type Area = { center: Point; km: number } | { viewport: Viewport };

/** A town with the numbers of its events and garages. */
export interface TownCount {
  id: number;
  /** "Birmingham, United Kingdom". */
  label: string;
  lat: number;
  lng: number;
  x: number;
  y: number;
  counts: Record<MapKind, number>;
}

/** The things of an area, clustered for drawing. */
export interface ClusteredArea {
  /** Null where there are too many to count one by one. */
  towns: TownCount[] | null;
  clusters: (Cluster & { towns: TownCount[] })[];
  total: number;
}

/** An area with more towns is counted by squares. */
const MAX_COUNTED_TOWNS = 1_000;

export const boxesOfArea = (area: Area): MapBox[] =>
  "viewport" in area ? boxesOf(area.viewport) : boxesAround(area.center, area.km);

interface Location extends Point, MapPoint {}

function isIn(area: Area, { lat, lng, x, y }: Location): boolean {
  if ("center" in area) return distanceKm(area.center, { lat, lng }) <= area.km;
  return boxesOf(area.viewport).some((box) => x >= box.west && x <= box.east && y >= box.north && y <= box.south);
}

/** Counts the things of towns. @returns the towns inside `area` that have any, in the given order */
export function countTowns<T extends Omit<TownCount, "counts">>(
  towns: readonly T[],
  area: Area,
  filter: ThingFilter,
): (T & TownCount)[] {
  const inside = towns.filter((town) => isIn(area, town));
  const counted = countInTowns(
    inside.map(({ id }) => id),
    filter,
  );
  return inside.map((town) => ({ ...town, counts: counted.get(town.id)! })).filter(hasThings);
}

const hasThings = ({ counts }: Pick<TownCount, "counts">) => counts.events + counts.garages > 0;

/**
 * Counts the things of an area: by town where there are few, else by the squares of `map_cells`, so that the cost does
 * not grow with the number of things (squares on the edge then count as a whole).
 * @param zoom of the viewport it is drawn in: the side of a square is a quarter of a 256-px tile
 */
export function clusterArea(area: Area, zoom: number, filter: ThingFilter): ClusteredArea {
  const boxes = boxesOfArea(area);
  const level = zoom + 2;
  const towns = listCountedTowns(boxes, filter, MAX_COUNTED_TOWNS);
  if (towns !== null) {
    const counted = towns.filter((town) => hasThings(town) && isIn(area, town));
    const clusters = clusterTowns(counted, level);
    return { towns: counted, clusters, total: totalOf(clusters) };
  }
  const clusters = clusterSquares(boxes, level, filter).filter((cluster) => isIn(area, centroidOf(cluster)));
  return { towns: null, clusters: clusters.map((cluster) => ({ ...cluster, towns: [] })), total: totalOf(clusters) };
}

const totalOf = (clusters: readonly Cluster[]) =>
  clusters.reduce((sum, { events, garages }) => sum + events + garages, 0);

/** The centroid of a cluster's things. */
export function centroidOf({ events, garages, sumX, sumY }: Cluster): Location {
  const middle = { x: sumX / (events + garages), y: sumY / (events + garages) };
  return { ...middle, ...fromMap(middle) };
}

function clusterTowns(towns: readonly TownCount[], level: number): ClusteredArea["clusters"] {
  const side = MAP_UNITS / 2 ** level;
  const clusters = new Map<string, ClusteredArea["clusters"][number]>();
  for (const town of towns) {
    const { x, y, counts } = town;
    const key = `${Math.floor(x / side)}/${Math.floor(y / side)}`;
    const before = clusters.get(key) ?? { events: 0, garages: 0, sumX: 0, sumY: 0, towns: [] };
    const things = counts.events + counts.garages;
    clusters.set(key, {
      events: before.events + counts.events,
      garages: before.garages + counts.garages,
      sumX: before.sumX + x * things,
      sumY: before.sumY + y * things,
      towns: [...before.towns, town],
    });
  }
  return [...clusters.values()];
}

function clusterSquares(boxes: readonly MapBox[], level: number, filter: ThingFilter): Cluster[] {
  const clusters = new Map<string, Cluster>();
  for (const kind of kindsOf(filter)) {
    const squares = new Map<string, Count>();
    // A square that overlaps two boxes is counted once.
    for (const box of boxes) {
      for (const count of countInSquares(level, box, kind, filter)) squares.set(`${count.x}/${count.y}`, count);
    }
    for (const [key, { things, sumX, sumY }] of squares) {
      const before = clusters.get(key) ?? { events: 0, garages: 0, sumX: 0, sumY: 0 };
      clusters.set(key, {
        ...before,
        [kind]: things,
        sumX: before.sumX + sumX,
        sumY: before.sumY + sumY,
      });
    }
  }
  return [...clusters.values()];
}

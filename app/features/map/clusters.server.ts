import { boxesAround, distanceKm, fromMap, MAP_UNITS, type MapPoint, type Point } from "~/lib/geo";
import { type Counts, countInSquares, listCountedTowns, type ThingFilter, type TownCount } from "./counts.server";
import { toBoxes, toViewport, type Viewport } from "./viewport";

/** A circle around a centre, or a viewport. */
export type Area = { center: Point; km: number } | { viewport: Viewport };

export interface Cluster extends Counts {
  /** Empty if counted by squares. */
  towns: TownCount[];
}

export interface ClusteredArea {
  /** Null if too many to count individually. */
  towns: TownCount[] | null;
  clusters: Cluster[];
  total: number;
}

/** Beyond it, an area is counted by squares. */
const MAX_COUNTED_TOWNS = 1_000;

export function isIn(area: Area, { lat, lng, x, y }: Point & MapPoint): boolean {
  if ("center" in area) return distanceKm(area.center, { lat, lng }) <= area.km;
  return toBoxes(area.viewport).some((box) => x >= box.west && x <= box.east && y >= box.north && y <= box.south);
}

export const countThings = ({ events, garages }: Pick<Counts, "events" | "garages">) => events + garages;

/**
 * By town if there are few, else by the squares of `map_cells`: the cost does not depend on the number of items.
 * @param zoom of the viewport: the side of a square is a quarter of a 256-px tile
 */
export function clusterArea(area: Area, zoom: number, filter: ThingFilter): ClusteredArea {
  const boxes = "viewport" in area ? toBoxes(area.viewport) : boxesAround(area.center, area.km);
  const level = zoom + 2;
  const towns = listCountedTowns(boxes, filter, MAX_COUNTED_TOWNS)?.filter((town) => isIn(area, town)) ?? null;
  const clusters = towns
    ? clusterTowns(towns, level)
    : countInSquares(level, boxes, filter)
        .map((counts) => ({ ...counts, towns: [] }))
        .filter((cluster) => isIn(area, findCentroid(cluster)));
  return { towns, clusters, total: clusters.reduce((sum, cluster) => sum + countThings(cluster), 0) };
}

export function findCentroid(cluster: Cluster): Point & MapPoint {
  const middle = { x: cluster.sumX / countThings(cluster), y: cluster.sumY / countThings(cluster) };
  return { ...middle, ...fromMap(middle) };
}

function clusterTowns(towns: readonly TownCount[], level: number): Cluster[] {
  const side = MAP_UNITS / 2 ** level;
  const clusters = new Map<string, Cluster>();
  for (const town of towns) {
    const { x, y, events, garages } = town;
    const key = `${Math.floor(x / side)}/${Math.floor(y / side)}`;
    const townCluster = { events, garages, sumX: x * countThings(town), sumY: y * countThings(town), towns: [town] };
    const before = clusters.get(key);
    clusters.set(key, before ? mergeClusters(before, townCluster) : townCluster);
  }
  return [...clusters.values()];
}

const mergeClusters = (a: Cluster, b: Cluster): Cluster => ({
  events: a.events + b.events,
  garages: a.garages + b.garages,
  sumX: a.sumX + b.sumX,
  sumY: a.sumY + b.sumY,
  towns: [...a.towns, ...b.towns],
});

/** `x` and `y` in px of the viewport, `at` in map units. */
export type DrawnCluster = Cluster & MapPoint & { at: MapPoint };

/** Closer marks are joined, px. */
const MIN_DISTANCE = 46;

/**
 * Joins overlapping clusters, the biggest first, without losing or double-counting items. A joined cluster keeps the
 * bigger one's position: moved, it might cover a third.
 */
export function joinClusters(clusters: readonly Cluster[], viewport: Viewport): DrawnCluster[] {
  const clustersWithPosition = clusters
    .filter((cluster) => countThings(cluster) > 0)
    .map((cluster) => {
      const { x, y } = findCentroid(cluster);
      const at = { x: Math.round(x), y: Math.round(y) };
      return { ...cluster, at, ...toViewport(viewport, at) };
    })
    .sort((a, b) => countThings(b) - countThings(a) || a.x - b.x || a.y - b.y);
  const marks: DrawnCluster[] = [];
  for (const cluster of clustersWithPosition) {
    const mark = marks.find(({ x, y }) => Math.hypot(x - cluster.x, y - cluster.y) < MIN_DISTANCE);
    if (mark) Object.assign(mark, mergeClusters(mark, cluster));
    else marks.push(cluster);
  }
  return marks;
}

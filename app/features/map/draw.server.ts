import { boxesAround, fromMap, MAP_UNITS, type Point, toMap } from "~/lib/geo";
import { MAX_ZOOM } from "~/lib/map-tiles";
import { plural } from "~/lib/text";
import { listLabels } from "~/services/base-map/base-map.server";
import { tileAddress, tileSide } from "~/services/base-map/tiles.server";
import type { ClusteredArea, TownCount } from "./clusters.server";
import { kindsOf, type MapKind, type ThingFilter } from "./counts.server";
import { type Cluster, type DrawnCluster, isInViewport, joinClusters } from "./marks";
import { listThings } from "./results.server";
import { boxesOf, formatViewport, tilesOf, toViewport, unitsPerPx, VIEWPORT, type Viewport } from "./viewport";
import type { LabelView, MarkView, ResultView, TileView } from "./views.server";

/** Zoom levels that a cluster's link adds. */
const ZOOM_STEPS = 2;
/** The radius of the search that a mark of a town with several things links to, km. */
const TOWN_RADIUS = 10;
const MAX_LABELS = 14;

type WithTowns = Cluster & { towns: TownCount[] };

/** The marks of a clustered area in a viewport. */
export function drawMarks(clustered: ClusteredArea, viewport: Viewport, filter: ThingFilter): MarkView[] {
  const marks = joinClusters<WithTowns>(clustered.clusters, viewport, (a, b) => ({
    towns: [...a.towns, ...b.towns],
  })).filter((mark) => isInViewport(mark));
  const pathOf = pathsOf(
    marks.flatMap(({ towns: [town, ...others] }) => (town && others.length === 0 && things(town) === 1 ? town : [])),
    filter,
  );
  return marks.map((mark) => markView(mark, viewport, pathOf));
}

const things = ({ counts }: TownCount) => counts.events + counts.garages;

/** The paths of the only things of these towns, by the town's id. */
function pathsOf(towns: readonly TownCount[], filter: ThingFilter): Map<number, string> {
  const kindOf = ({ counts }: TownCount): MapKind => (counts.events > 0 ? "events" : "garages");
  const shown = towns.filter((town) => kindsOf(filter).includes(kindOf(town)));
  const ids = listThings(
    shown.map((town) => [town.id, kindOf(town)]),
    filter,
    1,
  );
  return new Map(shown.map((town, at) => [town.id, `/${kindOf(town)}/${ids[at]?.[0]}`]));
}

function markView(mark: DrawnCluster<WithTowns>, viewport: Viewport, pathOf: Map<number, string>): MarkView {
  const { x, y, at, events, garages, towns } = mark;
  const [biggest, ...others] = [...towns].sort((a, b) => things(b) - things(a) || a.id - b.id);
  const what = countText(events, garages);
  const view = { x, y, events, garages, towns: towns.map(({ id }) => id) };
  if (biggest === undefined) return { ...view, label: what, to: zoomLink(viewport, at) };
  const name = biggest.label;
  if (others.length > 0) {
    const to = viewport.zoom < MAX_ZOOM ? zoomLink(viewport, at) : { place: name, radius: TOWN_RADIUS };
    return { ...view, label: `${what} around ${name}`, to };
  }
  return { ...view, label: `${what} in ${name}`, to: townLink(biggest, pathOf) };
}

/**
 * Numbers the towns of the list from 1: it is by these that its rows and the marks are highlighted together. Towns
 * without a row leave the marks. Small numbers, because a page says each several times.
 */
export function numberTowns(marks: readonly MarkView[], results: readonly ResultView[]) {
  const numbers = new Map<number, number>();
  const numbered = results.map((row): ResultView => {
    const town = numbers.get(row.town) ?? numbers.size + 1;
    numbers.set(row.town, town);
    return { ...row, town };
  });
  const linked = marks.map((mark) => ({ ...mark, towns: mark.towns.flatMap((town) => numbers.get(town) ?? []) }));
  return { marks: linked, results: numbered };
}

/** "3 events and 1 garage". */
export function countText(events: number, garages: number): string {
  const parts = [
    events > 0 || garages === 0 ? plural(events, "event") : "",
    garages > 0 ? plural(garages, "garage") : "",
  ];
  return parts.filter((part) => part !== "").join(" and ");
}

function zoomLink({ zoom }: Viewport, at: { x: number; y: number }): MarkView["to"] {
  return { map: formatViewport({ ...fromMap(at), zoom: Math.min(zoom + ZOOM_STEPS, MAX_ZOOM) }) };
}

/** A town with one thing links to it, one with more to a search around the town. */
function townLink(town: TownCount, pathOf: Map<number, string>): MarkView["to"] {
  const path = pathOf.get(town.id);
  return path === undefined ? { place: town.label, radius: TOWN_RADIUS } : { path };
}

/** The circle of the search radius, px; null where it is larger than the map. */
export function drawRing(viewport: Viewport, center: Point, km: number): { x: number; y: number; r: number } | null {
  const [box, ...more] = boxesAround(center, km);
  if (box === undefined || box.north === 0 || box.south === MAP_UNITS - 1) return null;
  if (more.length === 0 && box.east - box.west >= MAP_UNITS - 1) return null;
  return {
    ...toViewport(viewport, toMap(center)),
    r: Math.round((box.south - box.north) / 2 / unitsPerPx(viewport.zoom)),
  };
}

/** Half the estimated width of a letter in a town's label, px, at the larger text size of phones. */
const HALF_LETTER_WIDTH = 5;

const halfWidthOf = ({ name }: LabelView) => name.length * HALF_LETTER_WIDTH;

const fits = (label: LabelView) =>
  label.x > halfWidthOf(label) &&
  label.x < VIEWPORT.width - halfWidthOf(label) &&
  label.y > 16 &&
  label.y < VIEWPORT.height - 8;

/** Labels of big towns that fit into the viewport and that no mark covers. */
export function drawLabels(viewport: Viewport, marks: readonly MarkView[]): LabelView[] {
  return boxesOf(viewport)
    .flatMap((box) => listLabels(viewport.zoom, box, MAX_LABELS))
    .map(({ name, x, y, rank }) => ({ name, rank, ...toViewport(viewport, { x, y }) }))
    .filter(fits)
    .filter((label) => !marks.some((mark) => covers(mark, label)))
    .slice(0, MAX_LABELS);
}

function covers(mark: MarkView, label: LabelView): boolean {
  return Math.abs(mark.x - label.x) < 22 + halfWidthOf(label) && Math.abs(mark.y - label.y) < 26;
}

/** The base map's tiles that cover a viewport. */
export function drawTiles(viewport: Viewport): TileView[] {
  const side = tileSide();
  return tilesOf(viewport, side).map(({ zoom, column, row, x, y }) => ({
    href: tileAddress(zoom, column, row),
    x,
    y,
    side,
  }));
}

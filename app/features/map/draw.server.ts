import { boxesAround, fromMap, MAP_UNITS, type Point, toMap } from "~/lib/geo";
import { MAX_ZOOM } from "~/lib/map-tiles";
import { formatCount, plural } from "~/lib/text";
import { type LabelView, listLabels, tileAddress, tileSide } from "~/services/base-map/base-map.server";
import { type ClusteredArea, countThings, type DrawnCluster, joinClusters } from "./clusters.server";
import { listKinds, type MapKind, type ThingFilter, type TownCount } from "./counts.server";
import { listThings, type ResultView } from "./results.server";
import {
  formatViewport,
  isInViewport,
  listTiles,
  toBoxes,
  toViewport,
  unitsPerPx,
  VIEWPORT,
  type Viewport,
} from "./viewport";

const ZOOM_STEPS = 2;
/** Linked from a town's mark with several items, km. */
const TOWN_RADIUS = 10;
const MAX_LABELS = 14;

/** `x` and `y` in px of the viewport. */
export interface MarkView {
  x: number;
  y: number;
  events: number;
  garages: number;
  /** "3 events and 1 garage in Birmingham, United Kingdom", "12 events around …". */
  label: string;
  /** A higher zoom for a cluster, the page of a single item, a search around a town for several. */
  to: { path: string } | { map: string } | { place: string; radius: number };
  /** The numbers from `numberTowns`. */
  towns: number[];
}

export function drawMarks(clusterArea: ClusteredArea, viewport: Viewport, filter: ThingFilter): MarkView[] {
  const marks = joinClusters(clusterArea.clusters, viewport).filter((mark) => isInViewport(mark));
  const pathOf = pathsOf(
    marks.flatMap(({ towns: [town, ...others] }) =>
      town && others.length === 0 && countThings(town) === 1 ? town : [],
    ),
    filter,
  );
  return marks.map((mark) => markView(mark, viewport, pathOf));
}

/** By town id, for towns with a single item. */
function pathsOf(towns: readonly TownCount[], filter: ThingFilter): Map<number, string> {
  const single = towns
    .map((town) => ({ town: town.id, kind: (town.events > 0 ? "events" : "garages") as MapKind }))
    .filter(({ kind }) => listKinds(filter).includes(kind));
  const ids = listThings(single, filter, 1);
  return new Map(single.map(({ town, kind }, index) => [town, `/${kind}/${ids[index]?.[0]}`]));
}

function markView(mark: DrawnCluster, viewport: Viewport, pathOf: Map<number, string>): MarkView {
  const { x, y, at, events, garages, towns } = mark;
  const [biggest, ...others] = [...towns].sort((a, b) => countThings(b) - countThings(a) || a.id - b.id);
  const contents = countText(events, garages);
  const view = { x, y, events, garages, towns: towns.map(({ id }) => id) };
  if (biggest === undefined) return { ...view, label: contents, to: zoomLink(viewport, at) };
  const name = biggest.label;
  if (others.length > 0) {
    const to = viewport.zoom < MAX_ZOOM ? zoomLink(viewport, at) : { place: name, radius: TOWN_RADIUS };
    return { ...view, label: `${contents} around ${name}`, to };
  }
  const path = pathOf.get(biggest.id);
  return { ...view, label: `${contents} in ${name}`, to: path ? { path } : { place: name, radius: TOWN_RADIUS } };
}

/**
 * Numbers the list's towns from 1, for highlighting; marks drop towns without a row. Small numbers, because the page
 * repeats them.
 */
export function numberTowns(marks: readonly MarkView[], results: readonly ResultView[]) {
  const numbers = new Map<number, number>();
  const numberedResults = results.map((row): ResultView => {
    const town = numbers.get(row.town) ?? numbers.size + 1;
    numbers.set(row.town, town);
    return { ...row, town };
  });
  const linked = marks.map((mark) => ({ ...mark, towns: mark.towns.flatMap((town) => numbers.get(town) ?? []) }));
  return { marks: linked, results: numberedResults };
}

function countText(events: number, garages: number): string {
  if (garages === 0) return plural(events, "event");
  return events === 0 ? plural(garages, "garage") : `${plural(events, "event")} and ${plural(garages, "garage")}`;
}

function zoomLink({ zoom }: Viewport, at: { x: number; y: number }): MarkView["to"] {
  return { map: formatViewport({ ...fromMap(at), zoom: Math.min(zoom + ZOOM_STEPS, MAX_ZOOM) }) };
}

/** px; null if larger than the map. */
export function drawRing(viewport: Viewport, center: Point, km: number) {
  const [box, ...more] = boxesAround(center, km);
  if (box === undefined || box.north === 0 || box.south === MAP_UNITS - 1) return null;
  if (more.length === 0 && box.east - box.west >= MAP_UNITS - 1) return null;
  const r = Math.round((box.south - box.north) / 2 / unitsPerPx(viewport.zoom));
  return { ...toViewport(viewport, toMap(center)), r };
}

/** px of the map, at the larger sizes of phones: half a letter's width; from the baseline up and down. */
const HALF_LETTER_WIDTH = 5.5;
const ASCENT = 16;
const DESCENT = 6;
/** Half a mark's height, and a further digit's half width, px. */
const HALF_MARK = 18;
const HALF_DIGIT = 6;

type Size = Record<"width" | "height", number>;

const halfWidthOf = ({ name }: LabelView) => name.length * HALF_LETTER_WIDTH;

const fits = (label: LabelView, frame: Size) =>
  Math.abs(label.x - VIEWPORT.width / 2) < frame.width / 2 - halfWidthOf(label) &&
  label.y > (VIEWPORT.height - frame.height) / 2 + ASCENT &&
  label.y < (VIEWPORT.height + frame.height) / 2 - DESCENT;

type MarkPlace = Pick<MarkView, "x" | "y" | "events" | "garages">;

/** Big towns first; none covers a mark or another name. @param frame the middle of the viewport that is shown, px */
export function drawLabels(viewport: Viewport, marks: readonly MarkPlace[], frame: Size = VIEWPORT): LabelView[] {
  const drawn: LabelView[] = [];
  for (const label of listTownLabels(viewport)) {
    const free = placesFor(label, marks).find(
      (place) =>
        fits(place, frame) &&
        !marks.some((mark) => coversMark(place, mark)) &&
        !drawn.some((other) => overlaps(place, other, halfWidthOf(other), DESCENT, ASCENT)),
    );
    if (free) drawn.push(free);
    if (drawn.length === MAX_LABELS) break;
  }
  return drawn;
}

const listTownLabels = (viewport: Viewport): LabelView[] =>
  toBoxes(viewport)
    .flatMap((box) => listLabels(viewport.zoom, box, 2 * MAX_LABELS))
    .map(({ name, x, y, rank }) => ({ name, rank, ...toViewport(viewport, { x, y }) }));

/** Below or above the town's mark, if it has one. */
function placesFor(label: LabelView, marks: readonly MarkPlace[]): LabelView[] {
  const mark = marks.find(({ x, y }) => Math.hypot(x - label.x, y - label.y) < HALF_MARK);
  if (mark === undefined) return [label];
  return [mark.y + HALF_MARK + ASCENT, mark.y - HALF_MARK - DESCENT].map((y) => ({ ...label, y }));
}

function coversMark(label: LabelView, mark: MarkPlace): boolean {
  const digits = formatCount(mark.events + mark.garages).length;
  return overlaps(label, mark, HALF_MARK + (digits - 1) * HALF_DIGIT, HALF_MARK, HALF_MARK);
}

function overlaps(label: LabelView, other: { x: number; y: number }, halfWidth: number, below: number, above: number) {
  return (
    Math.abs(label.x - other.x) < halfWidthOf(label) + halfWidth &&
    label.y - ASCENT < other.y + below &&
    label.y + DESCENT > other.y - above
  );
}

/** Each with the position of its corner. */
export function drawTiles(viewport: Viewport) {
  const side = tileSide();
  return listTiles(viewport, side).map(({ column, row, ...at }) => {
    return { href: tileAddress(viewport.zoom, column, row), ...at, side };
  });
}

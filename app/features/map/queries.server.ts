import { memoized } from "~/db/memo.server";
import type { Viewer } from "~/features/accounts/policy";
import { upcomingFrom } from "~/features/events/list.server";
import { MAP_UNITS, type Point, toMap } from "~/lib/geo";
import { MIN_ZOOM } from "~/lib/map-tiles";
import type { Page } from "~/lib/paging";
import { findTileServer } from "~/services/base-map/tiles.server";
import { type Center, radiusFor, resolveCenter } from "./center.server";
import type { MapKind, ThingFilter } from "./counts.server";
import { drawLabels, drawMarks, drawRing, drawTiles, withListed } from "./draw.server";
import { listFound, MOST_FOUND } from "./found.server";
import { type Frame, frameAround, frameOf, toFrame } from "./frame";
import { isInFrame } from "./marks";
import { listNext } from "./next.server";
import type { MapSearch } from "./schema";
import { type Area, middleOf, type Survey, surveyArea } from "./survey.server";
import { listUnplaced, listUnplacedGarages, somewhere } from "./unplaced.server";
import type { MapView } from "./views.server";

const WORLD: Frame = { zoom: MIN_ZOOM, lat: 25, lng: 0 };

function filterOf({ kind, category, from, to }: MapSearch): ThingFilter {
  const kinds: MapKind[] = kind === "" ? ["events", "garages"] : [kind];
  return { kinds, category, from: upcomingFrom(from), to };
}

/**
 * What is near a place, or in the part of the world that the map was moved to.
 * @throws DomainError invalid where the place is not known, or the viewer's garage has none
 */
export function getMapView(search: MapSearch, page: Page, viewer: Viewer | null): MapView {
  const center = resolveCenter(search, viewer);
  const filter = filterOf(search);
  const radius = center === null ? null : radiusFor(center, search.radius);
  return drawnOnce(JSON.stringify([center, radius, search.map, filter, page, search.unplaced]), () => {
    const drawn = view(center, radius, search.map, filter, page);
    return search.unplaced === "" ? drawn : withUnplacedGarages(drawn, center, page);
  });
}

/** The same map, with all garages around that are not on it as its list. */
function withUnplacedGarages(drawn: MapView, center: Center | null, page: Page): MapView {
  const { found, total } = listUnplacedGarages(center, page);
  const { length } = found;
  return {
    ...drawn,
    found,
    total,
    listed: length > 0 ? total : 0,
    unplaced: null,
    garagesOf: { somewhere: somewhere(center) },
  };
}

/** Frames are rounded, so many people look at the same one. */
const drawnOnce = memoized<MapView>(200);

function view(
  center: Center | null,
  radius: number | null,
  moved: Frame | undefined,
  filter: ThingFilter,
  page: Page,
): MapView {
  const around = center === null || radius === null ? null : { center, km: radius };
  const world = moved || around ? null : surveyArea({ frame: WORLD }, WORLD.zoom, filter);
  const frame = moved ?? (around ? frameAround(around.center, around.km) : wholeFrame(world));
  const area: Area = moved || !around ? { frame } : around;
  const survey = world && frame.zoom === WORLD.zoom ? world : surveyArea(area, frame.zoom, filter);
  const marks = drawMarks(survey, frame, filter);
  const fromMiddle = moved !== undefined && (center === null || !isInFrame(toFrame(frame, toMap(center))));
  const origin: Point | null = fromMiddle ? frame : center;
  const found = origin ? listFound(area, survey, origin, filter, page) : listNext(filter, page);
  return {
    frame,
    center: center && { label: center.label, lat: center.lat, lng: center.lng, kind: center.kind },
    alternatives: center?.alternatives ?? [],
    fromMiddle,
    radius: moved ? null : radius,
    ring: moved || !around ? null : drawRing(frame, around.center, around.km),
    tiles: drawTiles(frame),
    tileServer: findTileServer(),
    labels: drawLabels(frame, marks),
    marks: withListed(marks, found),
    found,
    total: survey.total,
    listed: origin ? Math.min(survey.total, MOST_FOUND) : 0,
    ...page,
    unplaced: page.page === 1 && moved === undefined ? listUnplaced(center, filter) : null,
    garagesOf: null,
  };
}

/** Nearer than this nobody sees where in the world it is. */
const NEAREST_WHOLE = 6;

/** The frame that shows everything there is; the world where that is nothing. */
function wholeFrame(world: Survey | null): Frame {
  const points = world?.towns ?? world?.clusters.map(middleOf) ?? [];
  if (points.length === 0) return WORLD;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  // Squares are known by their middles only: half a square more on each side.
  const more = world?.towns ? 0 : MAP_UNITS / 32;
  const frame = frameOf({
    west: Math.min(...xs) - more,
    east: Math.max(...xs) + more,
    north: Math.max(0, Math.min(...ys) - more),
    south: Math.min(MAP_UNITS - 1, Math.max(...ys) + more),
  });
  if (frame.zoom === WORLD.zoom) return WORLD;
  return { ...frame, zoom: Math.min(frame.zoom, NEAREST_WHOLE) };
}

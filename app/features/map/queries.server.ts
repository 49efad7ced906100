import { memoized } from "~/db/memo.server";
import type { Viewer } from "~/features/accounts/policy";
import { upcomingFrom } from "~/features/events/list.server";
import { MAP_UNITS, type Point, toMap } from "~/lib/geo";
import { MIN_ZOOM } from "~/lib/map-tiles";
import type { Page } from "~/lib/paging";
import { findTileServer } from "~/services/base-map/tiles.server";
import { type Center, radiusFor, resolveCenter } from "./center.server";
import { type Area, type ClusteredArea, clusterArea, middleOf } from "./clusters.server";
import type { MapKind, ThingFilter } from "./counts.server";
import { drawLabels, drawMarks, drawRing, drawTiles, withListed } from "./draw.server";
import { isInViewport } from "./marks";
import { listResults, MAX_RESULTS } from "./results.server";
import type { MapSearch } from "./schema.server";
import { listUnplaced, listUnplacedGarages, somewhere } from "./unplaced.server";
import { listUpcoming } from "./upcoming.server";
import { toViewport, type Viewport, viewportAround, viewportOf } from "./viewport";
import type { MapView } from "./views.server";

const WORLD: Viewport = { zoom: MIN_ZOOM, lat: 25, lng: 0 };

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
  const { results, total } = listUnplacedGarages(center, page);
  const { length } = results;
  return {
    ...drawn,
    results,
    total,
    listed: length > 0 ? total : 0,
    unplaced: null,
    garagesOf: { somewhere: somewhere(center) },
  };
}

/** Viewports are rounded, so many people look at the same one. */
const drawnOnce = memoized<MapView>(200);

function view(
  center: Center | null,
  radius: number | null,
  moved: Viewport | undefined,
  filter: ThingFilter,
  page: Page,
): MapView {
  const around = center === null || radius === null ? null : { center, km: radius };
  const world = moved || around ? null : clusterArea({ viewport: WORLD }, WORLD.zoom, filter);
  const viewport = moved ?? (around ? viewportAround(around.center, around.km) : wholeViewport(world));
  const area: Area = moved || !around ? { viewport } : around;
  const clustered = world && viewport.zoom === WORLD.zoom ? world : clusterArea(area, viewport.zoom, filter);
  const marks = drawMarks(clustered, viewport, filter);
  const fromMiddle = moved !== undefined && (center === null || !isInViewport(toViewport(viewport, toMap(center))));
  const origin: Point | null = fromMiddle ? viewport : center;
  const results = origin ? listResults(area, clustered, origin, filter, page) : listUpcoming(filter, page);
  return {
    viewport,
    center: center && { label: center.label, lat: center.lat, lng: center.lng, kind: center.kind },
    alternatives: center?.alternatives ?? [],
    fromMiddle,
    radius: moved ? null : radius,
    ring: moved || !around ? null : drawRing(viewport, around.center, around.km),
    tiles: drawTiles(viewport),
    tileServer: findTileServer(),
    labels: drawLabels(viewport, marks),
    marks: withListed(marks, results),
    results,
    total: clustered.total,
    listed: origin ? Math.min(clustered.total, MAX_RESULTS) : 0,
    ...page,
    unplaced: page.page === 1 && moved === undefined ? listUnplaced(center, filter) : null,
    garagesOf: null,
  };
}

/** Nearer than this nobody sees where in the world it is. */
const NEAREST_WHOLE = 6;

/** The viewport that shows everything there is; the world where that is nothing. */
function wholeViewport(world: ClusteredArea | null): Viewport {
  const points = world?.towns ?? world?.clusters.map(middleOf) ?? [];
  if (points.length === 0) return WORLD;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  // Squares are known by their middles only: half a square more on each side.
  const more = world?.towns ? 0 : MAP_UNITS / 32;
  const viewport = viewportOf({
    west: Math.min(...xs) - more,
    east: Math.max(...xs) + more,
    north: Math.max(0, Math.min(...ys) - more),
    south: Math.min(MAP_UNITS - 1, Math.max(...ys) + more),
  });
  if (viewport.zoom === WORLD.zoom) return WORLD;
  return { ...viewport, zoom: Math.min(viewport.zoom, NEAREST_WHOLE) };
}

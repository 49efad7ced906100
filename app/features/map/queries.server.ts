import { memoized } from "~/db/memo.server";
import type { Viewer } from "~/features/accounts/policy";
import { upcomingFrom } from "~/features/events/list.server";
import { MAP_UNITS, type Point, toMap } from "~/lib/geo";
import { MIN_ZOOM } from "~/lib/map-tiles";
import type { Page } from "~/lib/paging";
import { findTileServer } from "~/services/base-map/tiles.server";
import { type Center, radiusFor, resolveCenter } from "./center.server";
import { type Area, type ClusteredArea, centroidOf, clusterArea } from "./clusters.server";
import type { MapKind, ThingFilter } from "./counts.server";
import { drawLabels, drawMarks, drawRing, drawTiles, numberTowns } from "./draw.server";
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
 * The map page: the things near a place, or in the viewport that the map was moved to.
 * @throws DomainError invalid where the place is not known, or the viewer's garage has none
 */
export function getMapView(search: MapSearch, page: Page, viewer: Viewer | null): MapView {
  const center = resolveCenter(search, viewer);
  const filter = filterOf(search);
  const radius = center === null ? null : radiusFor(center, search.radius);
  return memoizedView(JSON.stringify([center, radius, search.map, filter, page, search.unplaced]), () => {
    const shown = view(center, radius, search.map, filter, page);
    return search.unplaced === "" ? shown : withUnplacedGarages(shown, center, page);
  });
}

/** The same map; its list holds all garages of the region and country that have no map position. */
function withUnplacedGarages(shown: MapView, center: Center | null, page: Page): MapView {
  const { results, total } = listUnplacedGarages(center, page);
  const { length } = results;
  return {
    ...shown,
    results,
    total,
    listed: length > 0 ? total : 0,
    unplaced: null,
    garagesOf: { somewhere: somewhere(center) },
  };
}

/** Viewports are rounded, so that many requests share one entry. */
const memoizedView = memoized<MapView>(200);

function view(
  center: Center | null,
  radius: number | null,
  moved: Viewport | undefined,
  filter: ThingFilter,
  page: Page,
): MapView {
  const around = center === null || radius === null ? null : { center, km: radius };
  const world = moved || around ? null : clusterArea({ viewport: WORLD }, WORLD.zoom, filter);
  const viewport = moved ?? (around ? viewportAround(around.center, around.km) : overviewViewport(world));
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
    ...numberTowns(marks, results),
    total: clustered.total,
    listed: origin ? Math.min(clustered.total, MAX_RESULTS) : 0,
    ...page,
    unplaced: page.page === 1 && moved === undefined ? listUnplaced(center, filter) : null,
    garagesOf: null,
  };
}

/** The overview zooms in no further, so that the part of the world stays recognizable. */
const MAX_OVERVIEW_ZOOM = 6;

/** The viewport that shows everything on the map; the world where the map is empty. */
function overviewViewport(world: ClusteredArea | null): Viewport {
  const points = world?.towns ?? world?.clusters.map(centroidOf) ?? [];
  if (points.length === 0) return WORLD;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  // Of squares only the centroids are known: add half a square on each side.
  const margin = world?.towns ? 0 : MAP_UNITS / 32;
  const viewport = viewportOf({
    west: Math.min(...xs) - margin,
    east: Math.max(...xs) + margin,
    north: Math.max(0, Math.min(...ys) - margin),
    south: Math.min(MAP_UNITS - 1, Math.max(...ys) + margin),
  });
  if (viewport.zoom === WORLD.zoom) return WORLD;
  return { ...viewport, zoom: Math.min(viewport.zoom, MAX_OVERVIEW_ZOOM) };
}

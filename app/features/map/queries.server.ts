import { and, asc, desc, eq, gt, gte, lte, type SQL, sql } from "drizzle-orm";
import { db, listIds, memoized } from "~/db/client.server";
import { events, garages } from "~/db/schema/index";
import { liveEvents, shownGarages } from "~/db/scopes.server";
import type { Viewer } from "~/features/accounts/policy";
import { EVENT_LIMITS } from "~/features/events/limits";
import { isNext, listUnplacedIds, upcomingFrom } from "~/features/events/list.server";
import { listEventRowsById, rowColumns } from "~/features/events/rows.server";
import { addDays } from "~/features/events/time/wall-clock";
import { listGarageCardsById } from "~/features/garages/queries.server";
import { UNPLACED_SHOWN, unplacedText } from "~/features/places/proximity";
import { widePlacesAround } from "~/features/places/queries.server";
import { MAP_UNITS, type MapPoint, type Point, toMap } from "~/lib/geo";
import { MIN_ZOOM } from "~/lib/map-tiles";
import { type PageParams, toOffset } from "~/lib/paging";
import { byId } from "~/lib/rows";
import { findTileServer } from "~/services/base-map/base-map.server";
import { type Center, resolveCenter } from "./center.server";
import { type Area, type ClusteredArea, clusterArea, countThings, findCentroid } from "./clusters.server";
import { listKinds, type MapKind, type ThingFilter } from "./counts.server";
import { drawLabels, drawMarks, drawRing, drawTiles, numberTowns } from "./draw.server";
import { DEFAULT_RADIUS } from "./limits";
import { listResults, MAX_RESULTS, type ResultView } from "./results.server";
import type { MapSearch } from "./schema.server";
import { fitViewport, isInViewport, toViewport, type Viewport, viewportAround } from "./viewport";

const WORLD: Viewport = { zoom: MIN_ZOOM, lat: 25, lng: 0 };

function filterOf({ kind, category, from, to }: MapSearch): ThingFilter {
  const kinds: MapKind[] = kind === "" ? ["events", "garages"] : [kind];
  return { kinds, category, from: upcomingFrom(from), to };
}

/**
 * Items near a place, or in the viewport after a move.
 * @throws DomainError invalid if the place is unknown, or the viewer's garage has none
 */
export function getMapView(search: MapSearch, page: PageParams, viewer: Viewer | null): MapView {
  const center = resolveCenter(search, viewer);
  const filter = filterOf(search);
  const radius = center === null ? null : (search.radius ?? DEFAULT_RADIUS[center.kind]);
  return memoizedView(JSON.stringify([center, radius, search.map, filter, page, search.unplaced]), () => {
    const mapView = view(center, radius, search.map, filter, page);
    return search.unplaced === "" ? mapView : withUnplacedGarages(mapView, center, page);
  });
}

/** The list becomes all garages of the region and country without a map position. */
function withUnplacedGarages(mapView: MapView, center: Center | null, page: PageParams): MapView {
  const { results, total } = listUnplacedGarages(center, page);
  const listedCount = results.length > 0 ? total : 0;
  return {
    ...mapView,
    results,
    total,
    listed: listedCount,
    unplaced: null,
    garagesOf: { somewhere: unplacedAreaOf(center) },
  };
}

export type MapView = ReturnType<typeof view>;

/** Viewports are rounded, so that many requests share one entry. */
const memoizedView = memoized<MapView>(200);

function view(
  center: Center | null,
  radius: number | null,
  movedViewport: Viewport | undefined,
  filter: ThingFilter,
  page: PageParams,
) {
  const circle = center === null || radius === null ? null : { center, km: radius };
  const world = movedViewport || circle ? null : clusterArea({ viewport: WORLD }, WORLD.zoom, filter);
  const viewport = movedViewport ?? (circle ? viewportAround(circle.center, circle.km) : overviewViewport(world));
  const area: Area = movedViewport || !circle ? { viewport } : circle;
  const clusteredArea = world && viewport.zoom === WORLD.zoom ? world : clusterArea(area, viewport.zoom, filter);
  const marks = drawMarks(clusteredArea, viewport, filter);
  const fromMiddle =
    movedViewport !== undefined && (center === null || !isInViewport(toViewport(viewport, toMap(center))));
  const origin: Point | null = fromMiddle ? viewport : center;
  const results = origin ? listResults(area, clusteredArea, origin, filter, page) : listUpcoming(filter, page);
  return {
    viewport,
    center: center && { label: center.label, lat: center.lat, lng: center.lng, kind: center.kind },
    alternatives: center?.alternatives ?? [],
    // The centre is outside the map, so distances are from its middle.
    fromMiddle,
    radius: movedViewport ? null : radius,
    ring: movedViewport || !circle ? null : drawRing(viewport, circle.center, circle.km),
    tiles: drawTiles(viewport),
    tileServer: findTileServer(),
    labels: drawLabels(viewport, marks),
    ...numberTowns(marks, results),
    total: clusteredArea.total,
    // In all pages.
    listed: origin ? Math.min(clusteredArea.total, MAX_RESULTS) : 0,
    ...page,
    unplaced: page.page === 1 && movedViewport === undefined ? listUnplaced(center, filter) : null,
    /** For garages without a map position; null for the map's items. */
    garagesOf: null as { somewhere: string } | null,
  };
}

/** Beyond it, the part of the world is hard to recognize. */
const MAX_OVERVIEW_ZOOM = 6;
/** Of all items: a few far away must not make the first view the whole world. */
const OVERVIEW_SHARE = 0.6;
/** Tried, the biggest first. */
const MAX_MIDDLES = 40;

/** The part of the world with most of the map's items; the world if the map is empty. */
function overviewViewport(world: ClusteredArea | null): Viewport {
  const towns = world?.towns?.map((town) => ({ ...town, count: countThings(town) }));
  const points =
    towns ?? world?.clusters.map((cluster) => ({ ...findCentroid(cluster), count: countThings(cluster) })) ?? [];
  const enough = OVERVIEW_SHARE * points.reduce((sum, { count }) => sum + count, 0);
  const middles = [...points].sort((a, b) => b.count - a.count).slice(0, MAX_MIDDLES);
  for (let zoom = MAX_OVERVIEW_ZOOM; zoom > WORLD.zoom; zoom--) {
    for (const { lat, lng } of middles) {
      const visible = points.filter((point) => isInViewport(toViewport({ lat, lng, zoom }, point)));
      if (visible.reduce((sum, { count }) => sum + count, 0) >= enough)
        return fitOverview(visible, towns !== undefined);
    }
  }
  return WORLD;
}

/** @param isExact false for centroids of squares: adds half a square on each side */
function fitOverview(points: readonly MapPoint[], isExact: boolean): Viewport {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const margin = isExact ? 0 : MAP_UNITS / 32;
  const viewport = fitViewport({
    west: Math.min(...xs) - margin,
    east: Math.max(...xs) + margin,
    north: Math.max(0, Math.min(...ys) - margin),
    south: Math.min(MAP_UNITS - 1, Math.max(...ys) + margin),
  });
  return { ...viewport, zoom: Math.min(viewport.zoom, MAX_OVERVIEW_ZOOM) };
}

const hasCountry = (center: Center | null): center is Center => center !== null && center.country !== "";

/** Ids of region and country; null for items without any place. */
const widePlacesOf = (center: Center | null) => (hasCountry(center) ? widePlacesAround(center) : null);

/** See `unplacedText`; "" without a centre. */
const unplacedAreaOf = (center: Center | null) => (hasCountry(center) ? unplacedText(center) : "");

export type UnplacedView = NonNullable<ReturnType<typeof listUnplaced>>;

/**
 * Items known only by the centre's region or country; without a centre, items without any place.
 * @returns null without items
 */
function listUnplaced(center: Center | null, filter: ThingFilter) {
  // A position far from every town has no country, so no item matches.
  if (center !== null && !hasCountry(center)) return null;
  const kinds = listKinds(filter);
  const wide = widePlacesOf(center);
  const eventIds = kinds.includes("events") ? listUnplacedIds(wide, { ...filter, title: "", past: false }) : [];
  const garageIds = kinds.includes("garages") ? listIds(pageOfUnplaced(wide, UNPLACED_SHOWN + 1)) : [];
  if (eventIds.length + garageIds.length === 0) return null;
  return {
    somewhere: unplacedAreaOf(center),
    events: listEventRowsById(eventIds.slice(0, UNPLACED_SHOWN)),
    garages: listGarageCardsById(garageIds.slice(0, UNPLACED_SHOWN)),
    moreEvents: eventIds.length > UNPLACED_SHOWN,
    moreGarages: garageIds.length > UNPLACED_SHOWN,
  };
}

const unplacedGarages = (wide: SQL | null) => sql`FROM garages INDEXED BY garages_place
  WHERE ${wide === null ? sql`place_id IS NULL` : sql`place_id IN ${wide}`} AND show_on_map = 1 AND hidden = 0`;

/** Ids, newest first. */
const pageOfUnplaced = (wide: SQL | null, limit: number, offset = 0) =>
  sql`SELECT id ${unplacedGarages(wide)} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`;

/** The complete list, newest first. */
function listUnplacedGarages(center: Center | null, page: PageParams) {
  const wide = widePlacesOf(center);
  const results = listGarageCardsById(listIds(pageOfUnplaced(wide, page.limit, toOffset(page)))).map(
    (garage): ResultView => ({ kind: "garage", garage, town: 0, near: "", km: null }),
  );
  const { total } = db().get<{ total: number }>(sql`SELECT count(*) AS total ${unplacedGarages(wide)}`);
  return { results, total };
}

/** Without a centre: the soonest events, then the newest garages. */
function listUpcoming(filter: ThingFilter, { limit }: PageParams): ResultView[] {
  const kinds = listKinds(filter);
  const upcoming = kinds.includes("events") ? upcomingEvents(filter, limit) : [];
  const remaining = limit - upcoming.length;
  const garageIds = kinds.includes("garages") && remaining > 0 ? newestGarages(remaining) : [];
  const garageCards = byId(listGarageCardsById(garageIds.map(({ id }) => id)));
  return [
    ...upcoming.map(({ town, near, ...event }): ResultView => ({ town, near, km: null, kind: "event", event })),
    ...garageIds.flatMap(({ id, ...place }): ResultView[] => {
      const garage = garageCards.get(id);
      return garage ? [{ ...place, km: null, kind: "garage", garage }] : [];
    }),
  ];
}

/** Towns have positive ids, regions and countries negative ones. */
const inTown = (column: typeof events.placeId | typeof garages.placeId) => gt(column, 0);

const townColumns = (column: typeof events.placeId | typeof garages.placeId) => ({
  town: sql<number>`${column}`,
  near: sql<string>`(SELECT label FROM places WHERE places.id = ${column})`,
});

function upcomingEvents({ category, from, to }: ThingFilter, limit: number) {
  return db()
    .select({ ...rowColumns, ...townColumns(events.placeId) })
    .from(events)
    .where(
      and(
        liveEvents,
        gte(events.startDate, addDays(from, -EVENT_LIMITS.days)),
        gte(events.endDate, from),
        to === undefined ? isNext({ past: false, from }) : undefined,
        inTown(events.placeId),
        to === undefined ? undefined : lte(sql`substr(${events.startDate}, 1, 10)`, to),
        category === "" ? undefined : eq(events.category, category),
      ),
    )
    .orderBy(asc(events.startDate), asc(events.id))
    .limit(limit)
    .all();
}

function newestGarages(limit: number) {
  return db()
    .select({ id: garages.id, ...townColumns(garages.placeId) })
    .from(garages)
    .where(and(shownGarages, eq(garages.showOnMap, true), inTown(garages.placeId)))
    .orderBy(desc(garages.createdAt), desc(garages.id))
    .limit(limit)
    .all();
}

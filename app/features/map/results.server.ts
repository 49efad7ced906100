import { and, asc, eq, gte, lte, sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { MAP_KINDS, mapThings } from "~/db/schema";
import { listEventRowsById } from "~/features/events/rows.server";
import { listGarageCardsById } from "~/features/garages/queries.server";
import { listTownsWithin } from "~/features/places/queries.server";
import { distanceKm, type Point } from "~/lib/geo";
import { offsetOf, type Page } from "~/lib/paging";
import { byId } from "~/lib/rows";
import { type Area, type ClusteredArea, countTowns, type TownCount } from "./clusters.server";
import { dayNumber, kindsOf, MAX_EVENT_DAYS, type MapKind, type ThingFilter } from "./counts.server";
import type { ResultView } from "./views.server";

/** The list's pages end after this many rows. */
export const MAX_RESULTS = 1_000;
/** The first and the last radius of the search for the nearest towns, km; the last is half the circumference. */
const FIRST_RADIUS = 4;
const LAST_RADIUS = 20_040;

const thingsOfTown = prepared((database) =>
  database
    .select({ id: mapThings.id })
    .from(mapThings)
    .where(
      and(
        eq(mapThings.placeId, sql.placeholder("town")),
        eq(mapThings.kind, sql.placeholder("kind")),
        gte(mapThings.firstDay, sql.placeholder("firstDay")),
        lte(mapThings.firstDay, sql.placeholder("lastDay")),
        gte(mapThings.lastDay, sql.placeholder("from")),
        sql`(${sql.placeholder("category")} = '' OR ${mapThings.category} = ${sql.placeholder("category")})`,
      ),
    )
    .orderBy(asc(mapThings.firstDay), asc(mapThings.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare(),
);

/** The ids of a town's things: events soonest first, garages oldest first. */
export function listThingIds(town: number, kind: MapKind, filter: ThingFilter, limit: number, offset = 0): number[] {
  const from = kind === "events" ? dayNumber(filter.from) : 0;
  const lastDay = kind === "events" && filter.to !== undefined ? dayNumber(filter.to) : Number.MAX_SAFE_INTEGER;
  const days = { from, firstDay: from - MAX_EVENT_DAYS, lastDay };
  return thingsOfTown()
    .all({ town, kind: MAP_KINDS[kind], category: filter.category, ...days, limit, offset })
    .map(({ id }) => id);
}

interface Slice {
  town: number;
  near: string;
  km: number | null;
  kind: MapKind;
  ids: number[];
}

/** The things on a page, where the list has the towns in this order. */
function slicesOf(towns: readonly (TownCount & { km: number | null })[], filter: ThingFilter, page: Page): Slice[] {
  let skip = offsetOf(page);
  let left = page.limit;
  const slices: Slice[] = [];
  for (const { id: town, label: near, km, counts } of towns) {
    for (const kind of kindsOf(filter)) {
      if (left === 0) return slices;
      const total = counts[kind];
      if (skip >= total) {
        skip -= total;
        continue;
      }
      const ids = listThingIds(town, kind, filter, left, skip);
      skip = 0;
      left -= ids.length;
      slices.push({ town, near, km, kind, ids });
    }
  }
  return slices;
}

function rowsOf(slices: readonly Slice[]): ResultView[] {
  const idsOf = (kind: MapKind) => slices.flatMap((slice) => (slice.kind === kind ? slice.ids : []));
  const events = byId(listEventRowsById(idsOf("events")));
  const garages = byId(listGarageCardsById(idsOf("garages")));
  return slices.flatMap(({ town, near, km, kind, ids }) => {
    const place = { town, km: km === null ? null : Math.round(km * 10) / 10, near };
    return ids.flatMap((id): ResultView[] => {
      const event = kind === "events" ? events.get(id) : undefined;
      if (event) return [{ ...place, kind: "event", event }];
      const garage = kind === "garages" ? garages.get(id) : undefined;
      return garage ? [{ ...place, kind: "garage", garage }] : [];
    });
  });
}

/**
 * A page of the things of an area, nearest to `origin` first; within a town the soonest events, then garages.
 * @param clustered the counts of `area`
 */
export function listResults(
  area: Area,
  clustered: ClusteredArea,
  origin: Point,
  filter: ThingFilter,
  page: Page,
): ResultView[] {
  if (offsetOf(page) >= MAX_RESULTS) return [];
  const towns =
    clustered.towns
      ?.map((town) => ({ ...town, km: distanceKm(origin, town) }))
      .sort((a, b) => a.km - b.km || a.id - b.id) ?? nearestTowns(area, origin, filter, offsetOf(page) + page.limit);
  return rowsOf(slicesOf(towns, filter, page));
}

/** The nearest towns of the area that together hold `wanted` things. Doubles the radius until there are enough. */
function nearestTowns(area: Area, origin: Point, filter: ThingFilter, wanted: number) {
  const maxRadius = "viewport" in area ? LAST_RADIUS : area.km;
  for (let km = Math.min(FIRST_RADIUS, maxRadius); ; km = Math.min(km * 2, maxRadius)) {
    const towns = countTowns(listTownsWithin(origin, km), area, filter);
    const things = towns.reduce((sum, { counts }) => sum + counts.events + counts.garages, 0);
    if (things >= wanted || km >= maxRadius) return towns;
  }
}

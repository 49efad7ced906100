import { sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { MAP_KINDS } from "~/db/schema";
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

// A subselect for each of the towns, by the map's index. Values come from the JSON array `towns`: each has a town's id,
// the number of the kind, and its days.
const thingsOfTowns = prepared((database) =>
  database
    .select({
      at: sql<number>`town.key`,
      ids: sql<string>`(SELECT json_group_array(id) FROM (
        SELECT t.id FROM map_things AS t
        WHERE t.place_id = town.value ->> 0 AND t.kind = town.value ->> 1
          AND t.first_day >= town.value ->> 2 AND t.first_day <= town.value ->> 3 AND t.last_day >= town.value ->> 4
          AND (${sql.placeholder("category")} = '' OR t.category = ${sql.placeholder("category")})
        ORDER BY t.first_day, t.id LIMIT ${sql.placeholder("limit")} OFFSET ${sql.placeholder("offset")}) AS town_things)`,
    })
    .from(sql`json_each(${sql.placeholder("towns")}) AS town`)
    .prepare(),
);

type TownKind = readonly [town: number, kind: MapKind];

/** The ids of each town's things of a kind: events soonest first, garages oldest first; `limit` each at most. */
export function listThings(towns: readonly TownKind[], filter: ThingFilter, limit: number, offset = 0): number[][] {
  if (towns.length === 0) return [];
  const values = towns.map(([town, kind]) => {
    const from = kind === "events" ? dayNumber(filter.from) : 0;
    const lastDay = kind === "events" && filter.to !== undefined ? dayNumber(filter.to) : Number.MAX_SAFE_INTEGER;
    return [town, MAP_KINDS[kind], from - MAX_EVENT_DAYS, lastDay, from];
  });
  const things: number[][] = [];
  for (const { at, ids } of thingsOfTowns().all({
    towns: JSON.stringify(values),
    category: filter.category,
    limit,
    offset,
  })) {
    things[at] = JSON.parse(ids) as number[];
  }
  return things;
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
  const all = towns.flatMap(({ id: town, label: near, km, counts }) =>
    kindsOf(filter).map((kind) => ({ town, near, km, kind, total: counts[kind] })),
  );
  let skip = offsetOf(page);
  let left = page.limit;
  const slices: Slice[] = [];
  for (let at = 0; at < all.length && left > 0; ) {
    const { total } = all[at]!;
    if (skip >= total) {
      skip -= total;
      at += 1;
      continue;
    }
    // What of it is on the page before is skipped alone; then as many as the page may need, at once.
    const batch = skip > 0 ? all.slice(at, at + 1) : untilEnough(all.slice(at), left);
    const found = listThings(
      batch.map(({ town, kind }) => [town, kind]),
      filter,
      left,
      skip,
    );
    for (const [index, { total: _, ...slice }] of batch.entries()) {
      const ids = (found[index] ?? []).slice(0, left);
      left -= ids.length;
      if (ids.length > 0) slices.push({ ...slice, ids });
    }
    skip = 0;
    at += batch.length;
  }
  return slices;
}

/** The first of these that together have `wanted` things. */
function untilEnough<T extends { total: number }>(from: T[], wanted: number): T[] {
  let sum = 0;
  const end = from.findIndex(({ total }) => {
    sum += total;
    return sum >= wanted;
  });
  return end < 0 ? from : from.slice(0, end + 1);
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

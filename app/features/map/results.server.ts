import { sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { MAP_KINDS } from "~/db/schema";
import { EVENT_LIMITS } from "~/features/events/limits";
import { type EventRowView, listEventRowsById } from "~/features/events/rows.server";
import { dayNumber } from "~/features/events/time/wall-clock";
import { type GarageCardView, listGarageCardsById } from "~/features/garages/queries.server";
import { boxesAround, distanceKm, type Point } from "~/lib/geo";
import { type PageParams, toOffset } from "~/lib/paging";
import { byId, groupBy } from "~/lib/rows";
import { type Area, type ClusteredArea, countThings, isIn } from "./clusters.server";
import { listCountedTowns, listKinds, type MapKind, type ThingFilter, type TownCount } from "./counts.server";

interface ResultPlace {
  /** In the page's list, from 1; 0 without a town. */
  town: number;
  near: string;
  /** From the centre to the town's centre; null without a centre. */
  km: number | null;
}

export type ResultView =
  | (ResultPlace & { kind: "event"; event: EventRowView })
  | (ResultPlace & { kind: "garage"; garage: GarageCardView });

/** In all pages. */
export const MAX_RESULTS = 1_000;
/** km; the last radius is half the circumference. */
const FIRST_RADIUS = 4;
const LAST_RADIUS = 20_040;
const ALL_TOWNS = 1_000_000;

/** Ids per town: events soonest first, garages oldest first; at most `limit` each. */
export function listThings(
  towns: readonly { town: number; kind: MapKind }[],
  filter: ThingFilter,
  limit: number,
): number[][] {
  if (towns.length === 0) return [];
  const { category, from, to } = filter;
  const values = towns.map(({ town, kind }) => {
    const first = kind === "events" ? dayNumber(from) : 0;
    const last = kind === "events" && to !== undefined ? dayNumber(to) : Number.MAX_SAFE_INTEGER;
    const next = to === undefined ? first : Number.MAX_SAFE_INTEGER;
    return [town, MAP_KINDS[kind], first - EVENT_LIMITS.days, last, first, next];
  });
  // A subselect per town, along the map's index.
  const rows = db().all<{ at: number; id: number; day: number }>(sql`SELECT town.key AS at, t.id, t.first_day AS day
    FROM json_each(${JSON.stringify(values)}) AS town CROSS JOIN map_things AS t
    WHERE t.kind = town.value ->> 1 AND t.id IN (
      SELECT nearest.id FROM map_things AS nearest
      WHERE nearest.place_id = town.value ->> 0 AND nearest.kind = town.value ->> 1
        AND nearest.first_day >= town.value ->> 2 AND nearest.first_day <= town.value ->> 3
        AND nearest.last_day >= town.value ->> 4 AND nearest.previous_day < town.value ->> 5 AND ${category === "" ? sql`TRUE` : sql`nearest.category = ${category}`}
      ORDER BY nearest.first_day, nearest.id LIMIT ${limit})`);
  const inOrder = rows.sort((a, b) => a.day - b.day || a.id - b.id);
  const things = groupBy(inOrder, ({ at }) => at);
  return towns.map((_, index) => (things.get(index) ?? []).map(({ id }) => id));
}

interface Slice {
  town: number;
  near: string;
  km: number;
  kind: MapKind;
  ids: number[];
}

/** In the order of the towns. */
function slicesOf(towns: readonly NearTown[], filter: ThingFilter, page: PageParams): Slice[] {
  const [first, kinds] = [toOffset(page), listKinds(filter)];
  let before = 0;
  const results = towns.flatMap(({ id, label, km, ...counts }) =>
    kinds.flatMap((kind) => {
      const from = Math.max(first - before, 0);
      const to = Math.min(first + page.limit - before, counts[kind]);
      before += counts[kind];
      return from < to ? { town: id, near: label, km, kind, from, to } : [];
    }),
  );
  const ids = listThings(results, filter, Math.max(...results.map(({ to }) => to)));
  return results.map(({ from, to, ...slice }, index) => ({ ...slice, ids: ids[index]!.slice(from, to) }));
}

function rowsOf(slices: readonly Slice[]): ResultView[] {
  const idsOf = (kind: MapKind) => slices.flatMap((slice) => (slice.kind === kind ? slice.ids : []));
  const events = byId(listEventRowsById(idsOf("events")));
  const garages = byId(listGarageCardsById(idsOf("garages")));
  return slices.flatMap(({ town, near, km, kind, ids }) => {
    const place = { town, km: Math.round(km * 10) / 10, near };
    return ids.flatMap((id): ResultView[] => {
      const event = kind === "events" ? events.get(id) : undefined;
      if (event) return [{ ...place, kind: "event", event }];
      const garage = kind === "garages" ? garages.get(id) : undefined;
      return garage ? [{ ...place, kind: "garage", garage }] : [];
    });
  });
}

/**
 * Nearest to `origin` first; within a town the soonest events, then garages.
 * @param clusteredArea the counts of `area`
 */
export function listResults(
  area: Area,
  clusteredArea: ClusteredArea,
  origin: Point,
  filter: ThingFilter,
  page: PageParams,
): ResultView[] {
  if (toOffset(page) >= MAX_RESULTS) return [];
  const towns = clusteredArea.towns
    ? byDistance(clusteredArea.towns, origin)
    : nearestTowns(area, origin, filter, toOffset(page) + page.limit);
  return rowsOf(slicesOf(towns, filter, page));
}

type NearTown = TownCount & { km: number };

const byDistance = (towns: readonly TownCount[], origin: Point): NearTown[] =>
  towns.map((town) => ({ ...town, km: distanceKm(origin, town) })).sort((a, b) => a.km - b.km || a.id - b.id);

/** With `wanted` items in total. Doubles the radius until there are enough. */
function nearestTowns(area: Area, origin: Point, filter: ThingFilter, count: number): NearTown[] {
  const maxRadius = "viewport" in area ? LAST_RADIUS : area.km;
  for (let km = Math.min(FIRST_RADIUS, maxRadius); ; km = Math.min(km * 2, maxRadius)) {
    const countedTowns = listCountedTowns(boxesAround(origin, km), filter, ALL_TOWNS) ?? [];
    const towns = byDistance(countedTowns, origin).filter((town) => town.km <= km && isIn(area, town));
    if (towns.reduce((sum, town) => sum + countThings(town), 0) >= count || km >= maxRadius) return towns;
  }
}

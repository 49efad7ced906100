import { sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { MAP_KINDS } from "~/db/schema";
import { EVENT_LIMITS } from "~/features/events/limits";
import type { StoredTown } from "~/features/places/queries.server";
import { MAP_UNITS, type MapBox } from "~/lib/geo";
import { DAY } from "~/lib/time";

export type MapKind = keyof typeof MAP_KINDS;

export interface ThingFilter {
  kinds: readonly MapKind[];
  /** Empty for all; only events have one. */
  category: string;
  /** Days at the venue, `YYYY-MM-DD`, inclusive. */
  from: string;
  to: string | undefined;
}

/** Days since 1970, as the map's tables store them. */
export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY);
}

/** The longest event, days (the events' own limit): what is still going on started at most this long ago. */
export const MAX_EVENT_DAYS = EVENT_LIMITS.days;

/** The earliest start day of an event that is still going on on `day`, both `YYYY-MM-DD`. */
export function firstStart(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - MAX_EVENT_DAYS * DAY).toISOString().slice(0, 10);
}

/** The kinds that can match: garages have no category, so a category leaves events only. */
export function kindsOf({ kinds, category }: ThingFilter): MapKind[] {
  return kinds.filter((kind) => category === "" || kind === "events");
}

/** The things of one square: their number, and the sums of their coordinates. */
export interface Count {
  x: number;
  y: number;
  things: number;
  sumX: number;
  sumY: number;
}

/** A level of `map_cells` with one cell per town: `x` is the town's id, `y` is 0. */
const TOWN_LEVEL = 0;
const LAST_LEVEL = 12;

// One index seek per square reads only its days from `firstDay` on. Each square adds up by itself, so that SQLite need
// not group them; one without anything has no sums.
const countSquares = prepared((database) =>
  database
    .select({
      x: sql<number>`column_.value`,
      y: sql<number>`row_.value`,
      sums: sql<string | null>`(SELECT json_array(sum(c.things), sum(c.sum_x), sum(c.sum_y)) FROM map_cells AS c
        WHERE c.level = ${sql.placeholder("level")} AND c.kind = ${sql.placeholder("kind")}
          AND c.category = ${sql.placeholder("category")} AND c.edge = ${sql.placeholder("edge")}
          AND c.x = column_.value AND c.y = row_.value AND c.day >= ${sql.placeholder("firstDay")}
        HAVING count(*) > 0)`,
    })
    .from(sql`json_each(${sql.placeholder("xs")}) AS column_ CROSS JOIN json_each(${sql.placeholder("ys")}) AS row_`)
    .prepare(),
);

/** @param read what `countSquares` takes */
function countsOf(read: Record<string, string | number>): Count[] {
  return countSquares()
    .all(read)
    .flatMap(({ x, y, sums }) => {
      if (sums === null) return [];
      const [things = 0, sumX = 0, sumY = 0] = JSON.parse(sums) as number[];
      return { x, y, things, sumX, sumY };
    });
}

function readSquares(
  level: number,
  kind: MapKind,
  xs: readonly number[],
  ys: readonly number[],
  filter: ThingFilter,
): Count[] {
  const { from, to } = filter;
  const params = { level, kind: MAP_KINDS[kind], category: filter.category };
  const squares = { xs: JSON.stringify(xs), ys: JSON.stringify(ys) };
  const ending = countsOf({ ...params, ...squares, edge: 0, firstDay: kind === "events" ? dayNumber(from) : 0 });
  if (kind === "garages" || to === undefined) return ending;
  // Things that start after the range also end after its first day and were counted: subtract them.
  const starting = countsOf({ ...params, ...squares, edge: 1, firstDay: dayNumber(to) + 1 });
  const startingAfter = new Map(starting.map((count) => [`${count.x}/${count.y}`, count]));
  return ending
    .map((count) => {
      const excluded = startingAfter.get(`${count.x}/${count.y}`);
      if (excluded === undefined) return count;
      const { x, y, things, sumX, sumY } = count;
      return { x, y, things: things - excluded.things, sumX: sumX - excluded.sumX, sumY: sumY - excluded.sumY };
    })
    .filter(({ things }) => things > 0);
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/**
 * The number of things in each square of the projected map that overlaps `box`.
 * @param level the map is 2^level squares wide; limited to 3 to 12
 */
export function countInSquares(level: number, box: MapBox, kind: MapKind, filter: ThingFilter): Count[] {
  const side = MAP_UNITS / 2 ** Math.min(Math.max(level, 3), LAST_LEVEL);
  const index = (units: number) => Math.floor(units / side);
  const xs = range(index(box.west), index(box.east));
  const ys = range(index(box.north), index(box.south));
  return readSquares(Math.log2(MAP_UNITS / side), kind, xs, ys, filter);
}

// `reads` is a JSON array of [kind, edge, first day]; each town counts on its own, in one statement that sorts nothing.
const countTownThings = prepared((database) =>
  database
    .select({
      town: sql<number>`town.value`,
      read: sql<number>`town_read.key`,
      things: sql<number>`(SELECT coalesce(sum(c.things), 0) FROM map_cells AS c
        WHERE c.level = ${TOWN_LEVEL} AND c.kind = town_read.value ->> 0 AND c.category = ${sql.placeholder("category")}
          AND c.edge = town_read.value ->> 1 AND c.x = town.value AND c.y = 0 AND c.day >= town_read.value ->> 2)`,
    })
    .from(
      sql`json_each(${sql.placeholder("reads")}) AS town_read CROSS JOIN json_each(${sql.placeholder("towns")}) AS town`,
    )
    .prepare(),
);

/** What has to be read of a town: its numbers of things added up, or subtracted as in `readSquares`. */
function townReads(filter: ThingFilter) {
  const { from, to } = filter;
  return kindsOf(filter).flatMap((kind) => {
    const all = { kind, sign: 1, edge: 0, firstDay: kind === "events" ? dayNumber(from) : 0 };
    if (kind === "garages" || to === undefined) return all;
    return [all, { kind, sign: -1, edge: 1, firstDay: dayNumber(to) + 1 }];
  });
}

const readValues = (reads: ReturnType<typeof townReads>) =>
  JSON.stringify(reads.map(({ kind, edge, firstDay }) => [MAP_KINDS[kind], edge, firstDay]));

/** The number of things of each kind that the filter takes in each of these towns, by the town's id. */
export function countInTowns(towns: readonly number[], filter: ThingFilter): Map<number, Record<MapKind, number>> {
  const { category } = filter;
  const reads = townReads(filter);
  const counts = new Map(towns.map((id) => [id, { events: 0, garages: 0 }]));
  const rows = countTownThings().all({ reads: readValues(reads), towns: JSON.stringify(towns), category });
  for (const { town, read, things } of rows) {
    const { kind, sign } = reads[read]!;
    counts.get(town)![kind] += sign * things;
  }
  return counts;
}

// The towns of the boxes and their things in one statement: the limit ends the walk, then what is left is counted, and
// that only where there are not too many to be counted one by one.
const townsWithThings = prepared((database) =>
  database
    .select({
      id: sql<number>`found.id`,
      label: sql<string>`found.label`,
      lat: sql<number>`found.lat`,
      lng: sql<number>`found.lng`,
      x: sql<number>`found.x`,
      y: sql<number>`found.y`,
      things: sql<string | null>`CASE WHEN found.towns <= ${sql.placeholder("most")} THEN (
        SELECT json_group_array((
          SELECT coalesce(sum(c.things), 0) FROM map_cells AS c
          WHERE c.level = ${TOWN_LEVEL} AND c.kind = town_read.value ->> 0 AND c.category = ${sql.placeholder("category")}
            AND c.edge = town_read.value ->> 1 AND c.x = found.id AND c.y = 0 AND c.day >= town_read.value ->> 2))
        FROM json_each(${sql.placeholder("reads")}) AS town_read) END`,
    })
    .from(
      sql`(SELECT town.*, count(*) OVER () AS towns FROM (
        SELECT places.id, places.label, places.lat, places.lng, places.x, places.y
        FROM json_each(${sql.placeholder("boxes")}) AS box CROSS JOIN place_box CROSS JOIN places
        WHERE place_box.west >= box.value ->> 'west' AND place_box.east <= box.value ->> 'east'
          AND place_box.north >= box.value ->> 'north' AND place_box.south <= box.value ->> 'south'
          AND places.id = place_box.id
        LIMIT ${sql.placeholder("most")} + 1) AS town) AS found`,
    )
    .prepare(),
);

/**
 * The towns in these parts of the flat map where something is placed, each with the number of things of each kind that
 * the filter takes.
 * @returns null where there are more than `most` towns
 */
export function listCountedTowns(boxes: readonly MapBox[], filter: ThingFilter, most: number) {
  const reads = townReads(filter);
  const { category } = filter;
  const rows = townsWithThings().all({ boxes: JSON.stringify(boxes), reads: readValues(reads), category, most });
  if (rows.length > most) return null;
  return rows.map(({ things, ...town }): StoredTown & { counts: Record<MapKind, number> } => {
    const counts = { events: 0, garages: 0 };
    for (const [read, number] of (JSON.parse(things ?? "[]") as number[]).entries()) {
      const { kind, sign } = reads[read]!;
      counts[kind] += sign * number;
    }
    return { ...town, counts };
  });
}

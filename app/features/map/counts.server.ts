import { type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { MAP_KINDS } from "~/db/schema";
import { dayNumber } from "~/features/events/time/wall-clock";
import type { StoredTown } from "~/features/places/queries.server";
import { MAP_UNITS, type MapBox } from "~/lib/geo";

export type MapKind = keyof typeof MAP_KINDS;

export interface ThingFilter {
  kinds: readonly MapKind[];
  /** Events only; "" for all. */
  category: string;
  /** Days at the venue, `YYYY-MM-DD`, inclusive. */
  from: string;
  to: string | undefined;
}

/** Kinds that can match: garages have no category, so a category excludes them. */
export function listKinds({ kinds, category }: ThingFilter): MapKind[] {
  return kinds.filter((kind) => category === "" || kind === "events");
}

/** Number of items per kind, and the sums of their coordinates. */
export interface Counts extends Record<MapKind, number> {
  sumX: number;
  sumY: number;
}

export type TownCount = StoredTown & Record<MapKind, number>;

/** A level of `map_cells` with one cell per town: `x` is the town's id, `y` is 0. */
const TOWN_LEVEL = 0;
const LAST_LEVEL = 12;

/**
 * The matching counts of a cell of `map_cells`, as JSON; NULL if empty. Each kind is one seek in the index. Events
 * starting after the range also end after its first day: those are subtracted.
 */
function countsAt(level: number, x: SQL, y: SQL, filter: ThingFilter): SQL {
  const { category, from, to } = filter;
  const reads = listKinds(filter).flatMap((kind) => [
    { kind: MAP_KINDS[kind], sign: 1, edge: 0, from: kind === "events" ? dayNumber(from) : 0 },
    ...(kind === "events" && to !== undefined
      ? [{ kind: MAP_KINDS.events, sign: -1, edge: 1, from: dayNumber(to) + 1 }]
      : []),
  ]);
  const sum = (what: string, kind?: MapKind) =>
    sql`coalesce(sum(c.${sql.raw(what)} * (part.value ->> 'sign'))${
      kind ? sql` FILTER (WHERE c.kind = ${MAP_KINDS[kind]})` : sql``
    }, 0)`;
  return sql`(SELECT json_object('events', ${sum("things", "events")}, 'garages', ${sum("things", "garages")},
      'sumX', ${sum("sum_x")}, 'sumY', ${sum("sum_y")})
    FROM json_each(${JSON.stringify(reads)}) AS part CROSS JOIN map_cells AS c
    WHERE c.level = ${level} AND c.kind = part.value ->> 'kind' AND c.category = ${category}
      AND c.edge = part.value ->> 'edge' AND c.x = ${x} AND c.y = ${y} AND c.day >= part.value ->> 'from'
    HAVING sum(c.things * (part.value ->> 'sign')) > 0)`;
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/**
 * Counts per square of the projected map overlapping one of `boxes`; omits empty squares.
 * @param level the map is 2^level squares wide; limited to 3 to 12
 */
export function countInSquares(level: number, boxes: readonly MapBox[], filter: ThingFilter): Counts[] {
  const limited = Math.min(Math.max(level, 3), LAST_LEVEL);
  const at = (units: number) => Math.floor((units / MAP_UNITS) * 2 ** limited);
  const squares = boxes.flatMap(({ west, east, north, south }) =>
    range(at(west), at(east)).flatMap((x) => range(at(north), at(south)).map((y) => `[${x},${y}]`)),
  );
  const counts = countsAt(limited, sql`square.value ->> 0`, sql`square.value ->> 1`, filter);
  // Counts a square in two boxes once.
  const rows = db().all<{ counts: string | null }>(
    sql`SELECT ${counts} AS counts FROM json_each(${`[${[...new Set(squares)]}]`}) AS square`,
  );
  return rows.flatMap(({ counts }) => (counts === null ? [] : (JSON.parse(counts) as Counts)));
}

/**
 * The towns in these parts of the flat map with their counts.
 * @returns null for more than `most` towns
 */
export function listCountedTowns(boxes: readonly MapBox[], filter: ThingFilter, most: number): TownCount[] | null {
  // The limit ends the scan; counts are computed only if it was not reached.
  const rows = db().all<StoredTown & { counts: string | null }>(sql`SELECT found.id, label, lat, lng, x, y,
      CASE WHEN towns <= ${most} THEN ${countsAt(TOWN_LEVEL, sql`found.id`, sql`0`, filter)} END AS counts
    FROM (SELECT town.*, count(*) OVER () AS towns FROM (
      SELECT places.id, places.label, places.lat, places.lng, places.x, places.y
      FROM json_each(${JSON.stringify(boxes)}) AS box CROSS JOIN place_box CROSS JOIN places
      WHERE place_box.west >= box.value ->> 'west' AND place_box.east <= box.value ->> 'east'
        AND place_box.north >= box.value ->> 'north' AND place_box.south <= box.value ->> 'south'
        AND places.id = place_box.id
      LIMIT ${most + 1}) AS town) AS found`);
  if (rows.length > most) return null;
  return rows.flatMap(({ counts, ...town }) => {
    if (counts === null) return [];
    const { events, garages } = JSON.parse(counts) as Counts;
    return { ...town, events, garages };
  });
}

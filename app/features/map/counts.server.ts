import { sql } from "drizzle-orm";
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
  /** At the venue, `YYYY-MM-DD`, inclusive. */
  from: string;
  to: string | undefined;
}

/** Garages have no category, so a category excludes them. */
export function listKinds({ kinds, category }: ThingFilter): MapKind[] {
  return kinds.filter((kind) => category === "" || kind === "events");
}

/** Also the sums of the coordinates. */
export interface Counts extends Record<MapKind, number> {
  sumX: number;
  sumY: number;
}

export type TownCount = StoredTown & Record<MapKind, number>;

/** One cell per town: `x` is the town's id, `y` is 0. */
const TOWN_LEVEL = 0;
const LAST_LEVEL = 12;

/**
 * Counts by position in `cells`, without empty ones. One index seek per kind and cell. Events starting after the range
 * also end after its first day: those are subtracted. So are, without a last day, dates of a series after its next one.
 */
function countCells(level: number, cells: readonly (readonly [x: number, y: number])[], filter: ThingFilter) {
  const { category, from, to } = filter;
  const reads = listKinds(filter).flatMap((kind) => [
    { kind: MAP_KINDS[kind], sign: 1, edge: 0, from: kind === "events" ? dayNumber(from) : 0 },
    ...(kind === "events"
      ? [
          to === undefined
            ? { kind: MAP_KINDS.events, sign: -1, edge: 2, from: dayNumber(from) }
            : { kind: MAP_KINDS.events, sign: -1, edge: 1, from: dayNumber(to) + 1 },
        ]
      : []),
  ]);
  const sum = (column: string, kind?: MapKind) =>
    sql`coalesce(sum(c.${sql.raw(column)} * (part.value ->> 'sign'))${
      kind ? sql` FILTER (WHERE c.kind = ${MAP_KINDS[kind]})` : sql``
    }, 0)`;
  // By rowid, because json_each returns rows in its order: no sorting.
  const rows = db().all<Counts & { at: number }>(sql`SELECT cell.key AS at, ${sum("things", "events")} AS events,
      ${sum("things", "garages")} AS garages, ${sum("sum_x")} AS sumX, ${sum("sum_y")} AS sumY
    FROM json_each(${JSON.stringify(cells)}) AS cell CROSS JOIN json_each(${JSON.stringify(reads)}) AS part
      CROSS JOIN map_cells AS c
    WHERE c.level = ${level} AND c.kind = part.value ->> 'kind' AND c.category = ${category}
      AND c.edge = part.value ->> 'edge' AND c.x = cell.value ->> 0 AND c.y = cell.value ->> 1
      AND c.day >= part.value ->> 'from'
    GROUP BY cell.rowid HAVING sum(c.things * (part.value ->> 'sign')) > 0`);
  return new Map(rows.map(({ at, ...counts }) => [at, counts]));
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/**
 * Squares of the projected map overlapping one of `boxes`; omits empty squares.
 * @param level the map is 2^level squares wide; limited to 3 to 12
 */
export function countInSquares(level: number, boxes: readonly MapBox[], filter: ThingFilter): Counts[] {
  const limited = Math.min(Math.max(level, 3), LAST_LEVEL);
  const at = (units: number) => Math.floor((units / MAP_UNITS) * 2 ** limited);
  const squares = boxes.flatMap(({ west, east, north, south }) =>
    range(at(west), at(east)).flatMap((x) => range(at(north), at(south)).map((y) => [x, y] as const)),
  );
  // Counts a square in two boxes once.
  const distinct = [...new Map(squares.map((square) => [square.join(), square])).values()];
  return [...countCells(limited, distinct, filter).values()];
}

/** @returns null for more than `most` towns */
export function listCountedTowns(boxes: readonly MapBox[], filter: ThingFilter, most: number): TownCount[] | null {
  const towns = db().all<StoredTown>(sql`SELECT places.id, places.label, places.lat, places.lng, places.x, places.y
    FROM json_each(${JSON.stringify(boxes)}) AS box CROSS JOIN place_box CROSS JOIN places
    WHERE place_box.west >= box.value ->> 'west' AND place_box.east <= box.value ->> 'east'
      AND place_box.north >= box.value ->> 'north' AND place_box.south <= box.value ->> 'south'
      AND places.id = place_box.id
    LIMIT ${most + 1}`);
  if (towns.length > most) return null;
  const cells = towns.map(({ id }) => [id, 0] as const);
  const counts = countCells(TOWN_LEVEL, cells, filter);
  return towns.flatMap((town, index) => {
    const count = counts.get(index);
    return count ? [{ ...town, events: count.events, garages: count.garages }] : [];
  });
}

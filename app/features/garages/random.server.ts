import { sql } from "drizzle-orm";
import type { SQLiteSelect } from "drizzle-orm/sqlite-core";
import type { Db } from "~/db/client.server";
import { prepared } from "~/db/prepared.server";
import { randomFraction } from "~/lib/tokens.server";
import { cards, fullRows, type GarageCardRow, type GarageRow } from "./rows.server";

/** Keys tried beyond the wanted number, for those that meet the same garage. */
const SPARE = 4;

// `hidden = 0 AND photo_count > 0` stand as literals: they are what the partial index is made of.
const atRandomKeys = sql`garages.id IN (
        SELECT (
          SELECT g.id FROM garages g INDEXED BY garages_photographed
          WHERE g.hidden = 0 AND g.photo_count > 0
            AND g.id >= range.low + CAST(pick.value * (range.high - range.low + 1) AS INTEGER)
          ORDER BY g.id LIMIT 1)
        FROM (
          SELECT
            (SELECT min(id) FROM garages INDEXED BY garages_photographed WHERE hidden = 0 AND photo_count > 0) AS low,
            (SELECT max(id) FROM garages INDEXED BY garages_photographed WHERE hidden = 0 AND photo_count > 0) AS high
        ) AS range, json_each(${sql.placeholder("fractions")}) AS pick)`;

// Reached only where fewer than a handful have photos, so the walks over the rest find a garage at nearly every step.
const wanted = sql.placeholder("wanted");
const start = sql`(SELECT CAST(${sql.placeholder("fraction")} * max(id) AS INTEGER) FROM garages)`;
const rest = sql`SELECT id FROM garages NOT INDEXED WHERE hidden = 0 AND photo_count = 0`;
const photographedThenRest = sql`garages.id IN (
        SELECT id FROM (SELECT id FROM garages INDEXED BY garages_photographed
          WHERE hidden = 0 AND photo_count > 0 ORDER BY id LIMIT ${wanted})
        UNION ALL SELECT id FROM (${rest} AND id > ${start} ORDER BY id LIMIT ${wanted})
        UNION ALL SELECT id FROM (${rest} AND id <= ${start} ORDER BY id LIMIT ${wanted})
        LIMIT ${wanted})`;

const picksOf = <Select extends SQLiteSelect>({ select }: { select: (database: Db) => Select }) => ({
  atKeys: prepared((database) => select(database).where(atRandomKeys).prepare()),
  more: prepared((database) => select(database).where(photographedThenRest).prepare()),
});

const CARDS = picksOf(cards);
const FULL = picksOf(fullRows);

function shuffled<T>(things: T[]): T[] {
  return things
    .map((thing) => ({ thing, key: randomFraction() }))
    .sort((a, b) => a.key - b.key)
    .map(({ thing }) => thing);
}

interface Picks<Row> {
  atKeys: () => { all(values: { fractions: string }): Row[] };
  more: () => { all(values: { wanted: number; fraction: number }): Row[] };
}

function pick<Row extends GarageCardRow>({ atKeys, more }: Picks<Row>, count: number): Row[] {
  const fractions = JSON.stringify(Array.from({ length: count + SPARE }, randomFraction));
  const picked = shuffled(atKeys().all({ fractions }));
  if (picked.length >= count) return picked.slice(0, count);

  const known = new Set(picked.map(({ id }) => id));
  const others = more().all({ wanted: count + picked.length, fraction: randomFraction() });
  const fill = shuffled(others.filter(({ id }) => !known.has(id)));
  return [...picked, ...fill.filter((row) => row.photoCount > 0), ...fill.filter((row) => row.photoCount === 0)].slice(
    0,
    count,
  );
}

/**
 * Different garages picked at random among those with a photographed vehicle, filled up from the rest
 * (garages README, Featured). Picked by key: the cost does not grow with the site.
 * @param count 1 to 20
 */
export const listRandomGarageRows = (count: number) => pick<GarageRow>(FULL, count);

/** The same for cards. */
export const listRandomGarageCardRows = (count: number) => pick<GarageCardRow>(CARDS, count);

import { sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { randomFraction } from "~/lib/tokens.server";
import { type GarageRow, selectGarages } from "./rows.server";

/** Keys tried beyond the wanted number, for those that meet the same garage. */
const SPARE = 4;

// `hidden = 0 AND photo_count > 0` stand as literals: they are what the partial index is made of.
const atRandomKeys = prepared((database) =>
  selectGarages(database)
    .where(
      sql`garages.id IN (
        SELECT (
          SELECT g.id FROM garages g INDEXED BY garages_photographed
          WHERE g.hidden = 0 AND g.photo_count > 0
            AND g.id >= range.low + CAST(pick.value * (range.high - range.low + 1) AS INTEGER)
          ORDER BY g.id LIMIT 1)
        FROM (
          SELECT
            (SELECT min(id) FROM garages INDEXED BY garages_photographed WHERE hidden = 0 AND photo_count > 0) AS low,
            (SELECT max(id) FROM garages INDEXED BY garages_photographed WHERE hidden = 0 AND photo_count > 0) AS high
        ) AS range, json_each(${sql.placeholder("fractions")}) AS pick)`,
    )
    .prepare(),
);

// Reached only where fewer than a handful have photos, so the walks over the rest find a garage at nearly every step.
const photographedThenRest = prepared((database) => {
  const wanted = sql.placeholder("wanted");
  const start = sql`(SELECT CAST(${sql.placeholder("fraction")} * max(id) AS INTEGER) FROM garages)`;
  const rest = sql`SELECT id FROM garages NOT INDEXED WHERE hidden = 0 AND photo_count = 0`;
  return selectGarages(database)
    .where(
      sql`garages.id IN (
        SELECT id FROM (SELECT id FROM garages INDEXED BY garages_photographed
          WHERE hidden = 0 AND photo_count > 0 ORDER BY id LIMIT ${wanted})
        UNION ALL SELECT id FROM (${rest} AND id > ${start} ORDER BY id LIMIT ${wanted})
        UNION ALL SELECT id FROM (${rest} AND id <= ${start} ORDER BY id LIMIT ${wanted})
        LIMIT ${wanted})`,
    )
    .prepare();
});

function shuffled<T>(things: T[]): T[] {
  return things
    .map((thing) => ({ thing, key: randomFraction() }))
    .sort((a, b) => a.key - b.key)
    .map(({ thing }) => thing);
}

/**
 * Different garages picked at random among those with a photographed vehicle, filled up from the rest (garages README, Featured). Picked by key: the cost does not grow with the site.
 * @param count 1 to 20
 */
export function listRandomGarageRows(count: number): GarageRow[] {
  const fractions = JSON.stringify(Array.from({ length: count + SPARE }, randomFraction));
  const picked = shuffled(atRandomKeys().all({ fractions }));
  if (picked.length >= count) return picked.slice(0, count);

  const known = new Set(picked.map(({ id }) => id));
  const more = photographedThenRest().all({ wanted: count + picked.length, fraction: randomFraction() });
  const fill = shuffled(more.filter(({ id }) => !known.has(id)));
  return [...picked, ...fill.filter((row) => row.photoCount > 0), ...fill.filter((row) => row.photoCount === 0)].slice(
    0,
    count,
  );
}

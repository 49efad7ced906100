import { type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { prepared } from "~/db/prepared.server";
import { isIndexed, literalTerm, pairTerm, searchLength } from "~/lib/search-terms";
import type { SearchSection } from "./limits";

/** Matches per section at most, unless fewer are asked for; the total does not count further. */
export const MAX_RESULTS = 1000;

/**
 * Words of one or two letters are looked for in rows one by one: in so many of the section's newest, or in so many of
 * the newest that have the longer words. It bounds a search at any size; in a section with fewer rows nothing is missed.
 */
export const REACH = { rows: 10_000, matches: 3_000 } as const;

/** Pairs of letters that are also looked for through the index, in all rows: each costs a hundred look-ups there. */
const MOST_PAIRS = 2;

interface Source {
  /** The column that the full-text index of the section's table is made of. */
  text: string;
  /** What everybody may see (search README, Rules). */
  shown: string;
}

const SOURCES: Record<SearchSection, Source> = {
  garages: { text: "name_folded", shown: "hidden = 0" },
  users: { text: "name_folded", shown: "active = 1 AND verified_at IS NOT NULL" },
  vehicles: { text: "search_text", shown: "hidden = 0" },
  events: { text: "title_folded", shown: "status = 'approved'" },
};

type Strategy = "index" | "rows";

/** One way of looking; a statement may have two. */
type Way = "near" | "far";

/**
 * The ids of a section's rows, newest first, as they grow with time. By "index" the full-text index leads and each row
 * is looked up by its id; by "rows" the newest rows are walked.
 * @param words how many words are looked for in the row itself
 */
function matchesQuery(section: SearchSection, way: Way, { strategy, words }: WaySize): SQL {
  const table = sql.raw(section);
  const index = sql.raw(`${section}_fts`);
  const given = (name: string | number) => sql.placeholder(`${way}_${name}`);
  const text = sql.raw(SOURCES[section].text);
  const has = Array.from({ length: words }, (_, at) => sql`instr(${text}, ${given(at)}) > 0`);
  const where = sql.join([sql.raw(SOURCES[section].shown), ...has], sql` AND `);
  const most = sql`LIMIT ${sql.placeholder("most")} + 1`;
  return strategy === "rows"
    ? sql`SELECT hit.id FROM ${table} AS hit NOT INDEXED
        WHERE hit.id > (SELECT max(id) FROM ${table}) - ${given("reach")} AND ${where} ORDER BY hit.id DESC ${most}`
    : sql`SELECT hit.id FROM (
          SELECT rowid AS id FROM ${index} WHERE ${index} MATCH ${given("match")} ORDER BY rowid DESC LIMIT ${given("reach")}
        ) AS found CROSS JOIN ${table} AS hit WHERE hit.id = found.id AND ${where} ORDER BY found.id DESC ${most}`;
}

interface WaySize {
  strategy: Strategy;
  words: number;
}

/**
 * All sections that are asked for at once. The ids of each are one JSON value: up to a thousand row objects would cost
 * more than the query itself.
 * @param far the second way, which a section takes where the first has not found enough
 */
function statement(sections: readonly SearchSection[], near: WaySize, far: WaySize | undefined) {
  const idsOf = (section: SearchSection, way: Way, size: WaySize) =>
    sql<string>`(SELECT json_group_array(id) FROM (${matchesQuery(section, way, size)}))`;
  const first = sql.join(
    sections.map((section) => sql`${idsOf(section, "near", near)} AS ${sql.raw(section)}`),
    sql`, `,
  );
  const columns = sections.flatMap((section) => {
    const nearby = sql<string>`near.${sql.raw(section)}`;
    if (!far) return [[section, nearby] as const];
    const filled = sql`json_array_length(${nearby}) > ${sql.placeholder("most")}`;
    const second = sql<string>`CASE WHEN ${filled} THEN '[]' ELSE ${idsOf(section, "far", far)} END`;
    return [[section, nearby] as const, [`${section}_far`, second] as const];
  });
  return prepared((database) =>
    database
      .select(Object.fromEntries(columns))
      // Materialized, so that the first way is gone only once.
      .from(sql`(WITH near AS MATERIALIZED (SELECT ${first}) SELECT * FROM near) AS near`)
      .prepare(),
  );
}

/** Prepared statements by sections and ways. */
const statements = new LRUCache<string, ReturnType<typeof statement>>({ max: 50 });

interface Terms {
  /** Full-text terms; without any, the newest rows are walked. */
  match: string[];
  /** Looked for in the row itself. */
  words: string[];
}

const sizeOf = ({ match, words }: Terms): WaySize => ({
  strategy: match.length > 0 ? "index" : "rows",
  words: words.length,
});

function valuesOf(way: Way, { match, words }: Terms) {
  // Without short words only hidden rows are filtered out, so the limit can be much higher.
  const reach = match.length > 0 && words.length > 0 ? REACH.matches : REACH.rows;
  const named = [["match", match.join(" AND ")], ["reach", reach], ...words.map((word, at) => [at, word])];
  return Object.fromEntries(named.map(([name, value]) => [`${way}_${name}`, value]));
}

/** Ids of what was found, the newest first, at most as many as were asked for, and whether there are more. */
export interface Found {
  ids: number[];
  more: boolean;
}

type FoundBySection = Record<SearchSection, Found>;

/**
 * Finds what has every one of `words` in it, as a substring, and is shown to everybody (search README, Rules). Words of
 * three letters and more are found through the index wherever they are; for shorter ones see `REACH`.
 * @param sections those that are looked through; the others are empty
 * @param words folded, as `searchWords` gives them; none finds nothing
 * @param most ids of a section
 */
export function findIds(sections: readonly SearchSection[], words: string[], most = MAX_RESULTS): FoundBySection {
  const found: FoundBySection = { garages: NOTHING, users: NOTHING, vehicles: NOTHING, events: NOTHING };
  if (words.length === 0) return found;
  const long = words.filter(isIndexed).map(literalTerm);
  const short = words.filter((word) => !isIndexed(word));
  const pairs = short.filter((word) => searchLength(word) === 2).slice(0, MOST_PAIRS);
  const near = { match: long, words: short };
  const rest = short.filter((word) => !pairs.includes(word));
  const far = pairs.length === 0 ? undefined : { match: [...long, ...pairs.map(pairTerm)], words: rest };

  const sizes = [sizeOf(near), far && sizeOf(far)] as const;
  const key = JSON.stringify([sections, sizes]);
  const ready = statements.get(key) ?? statement(sections, ...sizes);
  statements.set(key, ready);
  const answer = ready().get({ ...valuesOf("near", near), ...(far && valuesOf("far", far)), most });
  const idsOf = (column: string): number[] => JSON.parse(answer?.[column] ?? "[]");
  for (const section of sections) {
    const nearby = idsOf(section);
    const afar = far ? idsOf(`${section}_far`) : [];
    const all = afar.length === 0 ? nearby : [...new Set([...nearby, ...afar])].sort((a, b) => b - a);
    found[section] = cut(all, most);
  }
  return found;
}

const NOTHING: Found = { ids: [], more: false };

function cut(ids: number[], most: number): Found {
  return { ids: ids.slice(0, most), more: ids.length > most };
}

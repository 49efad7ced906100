import { type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { prepared } from "~/db/prepared.server";
import { isIndexed, literalTerm, pairTerm, searchLength } from "~/lib/search-terms";
import type { SearchSection } from "./limits";

/** Matches per section at most; the total does not count further. */
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
};

type Strategy = "index" | "rows";

/**
 * The ids of a section's rows, newest first, as they grow with time. By "index" the full-text index leads and each row
 * is looked up by its id; by "rows" the newest rows are walked.
 */
function matchesQuery(section: SearchSection, strategy: Strategy, also: SQL[]): SQL {
  const table = sql.raw(section);
  const index = sql.raw(`${section}_fts`);
  const reach = sql.placeholder("reach");
  const where = sql.join([sql.raw(SOURCES[section].shown), ...also], sql` AND `);
  return strategy === "rows"
    ? sql`SELECT hit.id FROM ${table} AS hit NOT INDEXED
        WHERE hit.id > (SELECT max(id) FROM ${table}) - ${reach} AND ${where} ORDER BY hit.id DESC`
    : sql`SELECT hit.id FROM (
          SELECT rowid AS id FROM ${index} WHERE ${index} MATCH ${sql.placeholder("match")} ORDER BY rowid DESC LIMIT ${reach}
        ) AS found CROSS JOIN ${table} AS hit WHERE hit.id = found.id AND ${where} ORDER BY found.id DESC`;
}

/**
 * All sections that are asked for at once. The ids of each are one JSON value: up to a thousand row objects would cost
 * more than the query itself.
 * @param words how many words are looked for in the row itself: `word0`, `word1` and so on
 */
function statement(sections: readonly SearchSection[], strategy: Strategy, words: number) {
  const idsOf = (section: SearchSection) => {
    const text = sql.raw(SOURCES[section].text);
    const has = Array.from({ length: words }, (_, at) => sql`instr(${text}, ${sql.placeholder(`word${at}`)}) > 0`);
    const matches = sql`${matchesQuery(section, strategy, has)} LIMIT ${sql.raw(String(MAX_RESULTS + 1))}`;
    return [section, sql<string>`(SELECT json_group_array(id) FROM (${matches}))`] as const;
  };
  return prepared((database) =>
    database
      .select(Object.fromEntries(sections.map(idsOf)))
      .from(sql`(SELECT 1) AS one`)
      .prepare(),
  );
}

/** Prepared statements by sections, strategy and number of words. */
const statements = new LRUCache<string, ReturnType<typeof statement>>({ max: 50 });

/** @param match full-text terms; without any, the newest rows are walked. @param words looked for in the row itself */
function find(
  sections: readonly SearchSection[],
  match: string[],
  words: string[],
): (section: SearchSection) => number[] {
  const strategy = match.length > 0 ? "index" : "rows";
  const key = `${sections} ${strategy} ${words.length}`;
  const ready = statements.get(key) ?? statement(sections, strategy, words.length);
  statements.set(key, ready);
  // Without short words only hidden rows are filtered out, so the limit can be much higher.
  const reach = strategy === "index" && words.length > 0 ? REACH.matches : REACH.rows;
  const values = Object.fromEntries(words.map((word, at) => [`word${at}`, word]));
  const answer = ready().get({ ...values, match: match.join(" AND "), reach });
  return (section) => JSON.parse(answer?.[section] ?? "[]");
}

/** Ids of what was found, the newest first, at most `MAX_RESULTS`, and whether there are more. */
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
 */
export function findIds(sections: readonly SearchSection[], words: string[]): FoundBySection {
  const found: FoundBySection = { garages: NOTHING, users: NOTHING, vehicles: NOTHING };
  if (words.length === 0) return found;
  const long = words.filter(isIndexed).map(literalTerm);
  const short = words.filter((word) => !isIndexed(word));
  const nearby = find(sections, long, short);
  const pairs = short.filter((word) => searchLength(word) === 2).slice(0, MOST_PAIRS);
  for (const section of sections) found[section] = cut(nearby(section));
  const unfilled = pairs.length === 0 ? [] : sections.filter((section) => !found[section].more);
  if (unfilled.length === 0) return found;

  const rest = short.filter((word) => !pairs.includes(word));
  const afar = find(unfilled, [...long, ...pairs.map(pairTerm)], rest);
  for (const section of unfilled) {
    found[section] = cut([...new Set([...found[section].ids, ...afar(section)])].sort((a, b) => b - a));
  }
  return found;
}

const NOTHING: Found = { ids: [], more: false };

function cut(ids: number[]): Found {
  return { ids: ids.slice(0, MAX_RESULTS), more: ids.length > MAX_RESULTS };
}

import { type SQL, sql } from "drizzle-orm";
import { listIds } from "~/db/client.server";
import { hasWord } from "~/db/words.server";
import { earliestToday } from "~/features/events/time/wall-clock";
import { isIndexed, literalTerm, pairTerm, searchLength, vehicleWords } from "~/lib/search-terms";
import type { SearchSection } from "./limits";

/** Per section; the total stops there. */
export const MAX_RESULTS = 1000;

/**
 * Words of one or two letters are searched in this many of the section's newest rows, or of the newest matches of the
 * longer words. This limits the cost at any size.
 */
export const REACH = { rows: 10_000, matches: 3_000 } as const;

/** Two-letter words also searched by index, in all rows: each costs a hundred lookups. */
const MAX_PAIRS = 2;

interface Source {
  /** Of the full-text index. */
  text: string;
  /** Public rows (search README, Rules). */
  shown: string;
}

export const SOURCES: Record<SearchSection, Source> = {
  garages: { text: "name_folded", shown: "hidden = 0" },
  users: { text: "name_folded", shown: "active = 1 AND hide_all = 0 AND verified_at IS NOT NULL" },
  vehicles: { text: "search_text", shown: "hidden = 0" },
  events: { text: "title_folded", shown: "status = 'approved'" },
};

/** Newest first because ids rise; one more than `most`. */
function matchesOf(section: SearchSection, queryWords: string[], most: number): SQL {
  const [table, index] = [section, `${section}_fts`].map((name) => sql.raw(name));
  const searchedWords =
    section === "vehicles" ? vehicleWords(queryWords) : queryWords.map((text) => ({ text, isName: false }));
  const words = searchedWords.map(({ text }) => text);
  const long = words.filter(isIndexed).map(literalTerm);
  const short = words.filter((word) => !isIndexed(word));
  const unindexedWords = searchedWords.filter(({ text, isName }) => !isIndexed(text) || isName);
  const pairs = short.filter((word) => searchLength(word) === 2).slice(0, MAX_PAIRS);
  const shown = sql.raw(SOURCES[section].shown);
  // Of a series, no date after the next one.
  const isNext = sql`(previous_end IS NULL OR previous_end < ${earliestToday()})`;
  const isVisible = sql.join(
    [
      shown,
      ...(section === "events" ? [isNext] : []),
      ...unindexedWords.map((word) => hasWord(SOURCES[section].text, word)),
    ],
    sql` AND `,
  );
  const rowsOf = (matches: SQL) => sql`SELECT id FROM (SELECT hit.id AS id FROM (${matches}) AS found
    CROSS JOIN ${table} AS hit WHERE hit.id = found.id AND ${isVisible} ORDER BY found.id DESC)`;
  const indexedMatches = (terms: string[], reach: number, older = sql`TRUE`) => sql`SELECT rowid AS id FROM ${index}
    WHERE ${index} MATCH ${terms.join(" AND ")} AND ${older} ORDER BY rowid DESC LIMIT ${reach}`;
  const highest = sql`(SELECT max(id) FROM ${table})`;
  // Only hidden rows are excluded, so more may be read.
  const near =
    long.length > 0
      ? indexedMatches(long, unindexedWords.length > 0 ? REACH.matches : REACH.rows)
      : sql`SELECT id FROM ${table} NOT INDEXED WHERE id > ${highest} - ${REACH.rows} ORDER BY id DESC`;
  const last = long.length > 0 ? sql`(SELECT min(id) FROM (${near}))` : sql`${highest} - ${REACH.rows} + 1`;
  const far =
    pairs.length > 0 ? [indexedMatches([...long, ...pairs.map(pairTerm)], REACH.matches, sql`rowid < ${last}`)] : [];
  return sql`${sql.join([near, ...far].map(rowsOf), sql` UNION ALL `)} LIMIT ${most + 1}`;
}

interface SearchMatches {
  ids: number[];
  hasMore: boolean;
}

const NOTHING: SearchMatches = { ids: [], hasMore: false };

/**
 * Public items containing all of `words` as substrings (search README, Rules). Words of three letters and more are
 * found by index in all rows; for shorter ones see `REACH`.
 * @param words folded, from `searchTerms`; an empty list finds nothing
 * @param most ids per section
 */
export function findIds(
  sections: readonly SearchSection[],
  words: string[],
  most = MAX_RESULTS,
): Record<SearchSection, SearchMatches> {
  const resultIds = { garages: NOTHING, users: NOTHING, vehicles: NOTHING, events: NOTHING };
  if (words.length === 0) return resultIds;
  for (const section of sections) {
    const ids = listIds(matchesOf(section, words, most));
    resultIds[section] = { ids: ids.slice(0, most), hasMore: ids.length > most };
  }
  return resultIds;
}

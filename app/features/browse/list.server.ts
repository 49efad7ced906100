import { type SQL, sql } from "drizzle-orm";
import { listIds } from "~/db/client.server";
import { hasWord } from "~/db/words.server";
import type { VehicleSort } from "~/features/makes/address";
import { findScope, type VehicleScope } from "~/features/makes/queries.server";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { isIndexed, literalTerm, searchTerms, type VehicleWord, vehicleWords } from "~/lib/search-terms";
import { MAX_COUNTED, MAX_NAMES } from "./limits";
import type { BrowseQuery } from "./schema.server";

/** Rows scanned for a condition or words; in a longer list, only its first ones. */
export const MAX_SCANNED = 3_000;
/** Beyond `MAX_SCANNED`, the newest index matches of the longer words: ten pages. */
export const MAX_MATCHES = 240;

/** Per scope and order; each contains years and conditions. */
const INDEXES = {
  all: { createdAt: "vehicles_newest", likes: "vehicles_liked", year: "vehicles_year" },
  make: { createdAt: "vehicles_make", likes: "vehicles_make_liked", year: "vehicles_make_year" },
  model: { createdAt: "vehicles_model", likes: "vehicles_model_liked", year: "vehicles_model_year" },
} as const;

const ORDER: Record<VehicleSort, string> = {
  "-createdAt": "created_at DESC, id DESC",
  createdAt: "created_at, id",
  "-likes": "like_count DESC, id DESC",
  "-year": "year DESC, created_at DESC, id DESC",
  year: "year, created_at, id",
};

interface Browsed {
  scope: VehicleScope;
  /** Ids only. `hasMore`: counting stopped at `total`. */
  list: Paged<number> & { hasMore: boolean };
}

/**
 * Visible vehicles (browse README, Rules).
 * @returns also the scope with its stored counts
 */
export function browseIds(query: BrowseQuery, page: PageParams): Browsed {
  const scope = findScope(query, MAX_NAMES);
  const { from = 0, to = 9999, condition } = query;
  const years = scope.years.filter(([year]) => year >= from && year <= to);
  const count = years.reduce((sum, [, vehicles]) => sum + vehicles, 0);
  const words = vehicleWords(searchTerms(query.q ?? ""));
  const offset = toOffset(page);
  if (condition === undefined && words.length === 0) {
    const rows = offset < count ? listIds(limited(walk(query, scope, years, count, "id"), page.limit, offset)) : [];
    return { scope, list: { rows, total: count, hasMore: false, ...page } };
  }
  const { ids, more } = count === 0 ? { ids: [], more: false } : findIds(query, scope, years, count, words);
  const countedIds = ids.slice(0, MAX_COUNTED);
  const list = { rows: countedIds.slice(offset, offset + page.limit), total: countedIds.length, ...page };
  return { scope, list: { ...list, hasMore: more || ids.length > MAX_COUNTED } };
}

const all = (conditions: SQL[]) => sql.join(conditions, sql` AND `);

const limited = (select: SQL, limit: number, offset = 0) => sql`${select} LIMIT ${limit} OFFSET ${offset}`;

function narrowed({ make, model, years: allYears }: VehicleScope, years: VehicleScope["years"]): SQL {
  const byName = model ? sql`model_id = ${model.id}` : make ? sql`make_id = ${make.id}` : sql`TRUE`;
  const byYear = sql`year BETWEEN ${years[0]?.[0]} AND ${years.at(-1)?.[0]}`;
  return all([byName, sql`hidden = 0`, ...(years.length < allYears.length ? [byYear] : [])]);
}

/** Scans the order's index; few vehicles of some years are sorted instead. */
function walk(
  { sort }: BrowseQuery,
  scope: VehicleScope,
  years: VehicleScope["years"],
  count: number,
  columns: string,
) {
  const isSmall = years.length < scope.years.length && count <= MAX_SCANNED;
  const column = isSmall ? "year" : (sort.replace("-", "") as "createdAt" | "likes" | "year");
  const index = INDEXES[scope.model ? "model" : scope.make ? "make" : "all"][column];
  return sql`SELECT ${sql.raw(columns)} FROM vehicles INDEXED BY ${sql.raw(index)}
    WHERE ${narrowed(scope, years)} ORDER BY ${sql.raw(ORDER[sort])}`;
}

/** Up to one more than the maximum count. */
function findIds(
  query: BrowseQuery,
  scope: VehicleScope,
  years: VehicleScope["years"],
  count: number,
  words: VehicleWord[],
): { ids: number[]; more: boolean } {
  const has = words.map((word) => hasWord("search_text", word));
  if (query.condition !== undefined) has.unshift(sql`condition = ${query.condition} COLLATE NOCASE`);
  const terms = words
    .map(({ text }) => text)
    .filter(isIndexed)
    .map(literalTerm);
  if (count <= MAX_SCANNED || terms.length === 0) {
    const columns = words.length > 0 ? "id, condition, search_text" : "id, condition";
    const scannedIds = limited(walk(query, scope, years, count, columns), MAX_SCANNED);
    const ids = listIds(limited(sql`SELECT id FROM (${scannedIds}) WHERE ${all(has)}`, MAX_COUNTED + 1));
    return { ids, more: count > MAX_SCANNED };
  }
  const matchingIds = listIds(sql`SELECT rowid FROM vehicles_fts WHERE vehicles_fts MATCH ${terms.join(" AND ")}
    ORDER BY rowid DESC LIMIT ${MAX_MATCHES}`);
  const ids = listIds(sql`SELECT id FROM vehicles NOT INDEXED
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(matchingIds)})) AND ${narrowed(scope, years)} AND ${all(has)}
    ORDER BY ${sql.raw(ORDER[query.sort])}`);
  return { ids, more: matchingIds.length === MAX_MATCHES };
}

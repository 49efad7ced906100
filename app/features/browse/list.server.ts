import { findScope, type VehicleScope } from "~/features/makes/queries.server";
import { offsetOf, type Page, type Paged } from "~/lib/paging";
import { isIndexed, literalTerm, searchWords } from "~/lib/search-terms";
import { MOST_COUNTED, NAMES_BESIDE } from "./limits";
import type { BrowseQuery } from "./schema.server";
import { listIds, MOST_PASSED, REACH, type Shape } from "./ways.server";

/** A page of what was asked for, the ids only. `more`: there may be more than `total`, where counting stopped. */
export interface BrowsedIds extends Paged<number> {
  more: boolean;
}

/** What a list is about, beside its page. */
export interface Browsed {
  scope: VehicleScope;
  list: BrowsedIds;
}

/** The years that are asked for, as far as there are vehicles of them. */
interface Years {
  years: Shape["years"];
  from?: number;
  to?: number;
  /** How many vehicles there are of them. */
  count: number;
  /** And of all years. */
  of: number;
}

const sum = (years: VehicleScope["years"]) => years.reduce((total, [, count]) => total + count, 0);

function yearsOf({ years }: VehicleScope, { from = 0, to = 9999 }: BrowseQuery): Years {
  const asked = years.filter(([year]) => year >= from && year <= to);
  const [first = 0, last = 0] = [asked[0]?.[0], asked.at(-1)?.[0]];
  const counts = { count: sum(asked), of: sum(years) };
  if (asked.length === years.length) return { years: "any", ...counts };
  return { years: first === last ? "one" : "range", from: first, to: last, ...counts };
}

/**
 * Which index leads to the fewer rows, by the counts that are kept (browse README, What it costs).
 * @param wanted rows to be found
 */
function wayOf(sort: BrowseQuery["sort"], { years, count, of }: Years, wanted: number): "order" | "years" {
  // The index of this order begins with the years, or there is nothing to leave out.
  if (years === "any" || sort.endsWith("year")) return "order";
  // Within a year the years' index is in the order of creation.
  if (years === "one" && sort.endsWith("createdAt")) return "years";
  const walked = (wanted * of) / count;
  // To read and sort a row costs about as much as to pass four.
  const sorted = 4 * count;
  return sorted < walked ? "years" : "order";
}

/** How many rows are looked at for a text or a condition, so that few others are passed on the way to them. */
function reachOf(sort: BrowseQuery["sort"], { years, count, of }: Years): number {
  if (years === "any" || sort.endsWith("year")) return REACH;
  return Math.min(REACH, Math.ceil((MOST_PASSED * count) / of));
}

/**
 * A page of the vehicles that are shown, narrowed and in order (browse README, Rules): two statements.
 * @returns also what the list is narrowed to, with the counts that are kept of it
 */
export function browseIds(query: BrowseQuery, page: Page): Browsed {
  const scope = findScope(query, NAMES_BESIDE);
  const within = yearsOf(scope, query);
  const words = searchWords(query.q ?? "");
  if (within.count === 0) return { scope, list: { rows: [], total: 0, more: false, ...page } };
  const isTested = query.condition !== undefined || words.length > 0;
  const list = isTested ? tested(query, scope, within, words, page) : plain(query, scope, within, page);
  return { scope, list };
}

const among = ({ make, model }: VehicleScope): Pick<Shape, "among"> & { scope?: number } => {
  if (model) return { among: "model", scope: model.id };
  return make ? { among: "make", scope: make.id } : { among: "all" };
};

/** What the counts that are kept say all about. */
function plain({ sort }: BrowseQuery, of: VehicleScope, within: Years, page: Page): BrowsedIds {
  const offset = offsetOf(page);
  const total = within.count;
  if (offset >= total) return { rows: [], total, more: false, ...page };
  const { scope, ...narrowed } = among(of);
  const { years, from, to } = within;
  const way = wayOf(sort, within, offset + page.limit);
  const shape: Shape = { ...narrowed, sort, way, years, condition: false, words: 0 };
  const { ids } = listIds(shape, { scope, from, to, words: [], limit: page.limit, offset });
  return { rows: ids, total, more: false, ...page };
}

/** With a text or a condition, which the rows themselves are asked for. */
function tested(
  { sort, condition }: BrowseQuery,
  of: VehicleScope,
  within: Years,
  words: string[],
  page: Page,
): BrowsedIds {
  const { scope, ...narrowed } = among(of);
  const { years, from, to, count } = within;
  const long = words.filter(isIndexed);
  // Of few vehicles all are looked at; of many those that have the longer words.
  const byText = count > REACH && long.length > 0;
  const near = reachOf(sort, within);
  const way = byText ? "text" : wayOf(sort, within, Math.min(count, near));
  const reach = way === "order" ? near : REACH;
  const inRow = byText ? words.filter((word) => !isIndexed(word)) : words;
  const shape: Shape = { ...narrowed, sort, way, years, condition: condition !== undefined, words: inRow.length };
  const { ids, looked } = listIds(shape, {
    ...{ scope, from, to, condition, words: inRow, match: long.map(literalTerm).join(" AND ") },
    ...{ limit: MOST_COUNTED + 1, offset: 0, reach },
  });
  const start = offsetOf(page);
  const found = ids.slice(0, MOST_COUNTED);
  const more = ids.length > MOST_COUNTED || (byText ? looked === REACH : count > reach);
  return { rows: found.slice(start, start + page.limit), total: found.length, more, ...page };
}

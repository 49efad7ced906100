import { findScope, type VehicleScope } from "~/features/makes/queries.server";
import { offsetOf, type Page, type Paged } from "~/lib/paging";
import { endsTerm, isIndexed, searchWords } from "~/lib/search-terms";
import { fold } from "~/lib/text";
import { MOST_COUNTED, NAMES_BESIDE } from "./limits";
import type { BrowseQuery } from "./schema.server";
import { listIds, MATCHES, MOST_PASSED, REACH, type Shape, yearsLead } from "./ways.server";

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

/** To read and sort an entry costs about as much as to pass so many. */
const SORTED = 4;

/**
 * Which index leads to the fewer entries, by the counts that are kept (browse README, What it costs).
 * @param walked entries that would be passed in the index of the order
 */
function wayOf(sort: BrowseQuery["sort"], { years, count }: Years, walked: number): "order" | "years" {
  // The index of this order begins with the years, or there is nothing to leave out.
  if (years === "any" || sort.endsWith("year")) return "order";
  // Within a year the years' index is in the order of creation.
  if (years === "one" && sort.endsWith("createdAt")) return "years";
  return SORTED * count < walked ? "years" : "order";
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
  const { years, from, to, count, of: all } = within;
  const way = wayOf(sort, within, ((offset + page.limit) * all) / count);
  const shape: Shape = { ...narrowed, sort, way, years, condition: false, words: 0 };
  const { ids } = listIds(shape, { scope, from, to, words: [], limit: page.limit, offset });
  return { rows: ids, total, more: false, ...page };
}

/** A word that more than one of so many have is usual. */
const USUAL = 100;

/**
 * The words that may lead to the fewest rows. By the counts that are kept, years and makes (or models) beside the list
 * that many have do not; where there is nothing else, it is the one with the lowest count.
 */
function rarestOf(words: string[], { years, names }: VehicleScope, all: number): string[] {
  const counted = names.map(({ name, count }) => [fold(name), count] as const);
  const counts = new Map<string, number>([...years.map(([year, count]) => [String(year), count] as const), ...counted]);
  const countOf = (word: string) => counts.get(word) ?? 0;
  const rarer = words.filter((word) => countOf(word) * USUAL <= all);
  return rarer.length > 0 ? rarer : words.sort((one, other) => countOf(one) - countOf(other)).slice(0, 1);
}

/** With words, which the rows are asked for, or a condition, which the index knows. */
function tested(query: BrowseQuery, of: VehicleScope, within: Years, words: string[], page: Page): BrowsedIds {
  const { scope, ...narrowed } = among(of);
  const { sort, condition } = query;
  const { years, from, to } = within;
  const terms = rarestOf(words.filter(isIndexed), of, within.of).map(endsTerm);
  // Of few vehicles all are looked at; of many the newest that have the rarest word.
  const byText = within.count > REACH && terms.length > 0;
  const way = byText ? "text" : wayOf(sort, within, MOST_PASSED);
  const shape: Shape = { ...narrowed, sort, way, years, condition: condition !== undefined, words: words.length };
  const { ids, looked } = listIds(byText ? { ...shape, terms: terms.length } : shape, {
    ...{ scope, from, to, condition, words, match: terms.length > 1 ? JSON.stringify(terms) : terms[0] },
    ...{ limit: MOST_COUNTED + 1, offset: 0 },
  });
  const start = offsetOf(page);
  const found = ids.slice(0, MOST_COUNTED);
  const more = ids.length > MOST_COUNTED || stopsEarly(shape, within, looked);
  return { rows: found.slice(start, start + page.limit), total: found.length, more, ...page };
}

/** Whether there may be more behind what was looked at. */
function stopsEarly(shape: Shape, { count, of }: Years, looked: number): boolean {
  if (shape.way === "text") return looked === MATCHES;
  return (yearsLead(shape) ? count : of) > MOST_PASSED || (looked === REACH && count > REACH);
}

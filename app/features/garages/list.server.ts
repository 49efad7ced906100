import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteSelect } from "drizzle-orm/sqlite-core";
import type { Db } from "~/db/client.server";
import { memoized } from "~/db/memo.server";
import { prepared } from "~/db/prepared.server";
import { garages, siteTotals } from "~/db/schema";
import { shownGarages } from "~/db/scopes.server";
import { offsetOf, type Page, type Paged } from "~/lib/paging";
import { isIndexed, literalTerm } from "~/lib/search-terms";
import { fold } from "~/lib/text";
import type { GarageSort } from "./limits";
import { cards, fullRows, type GarageCardRow, type GarageRow } from "./rows.server";

export interface GarageListQuery {
  /** Literal text to find in names, at most 100 characters; empty lists all. */
  search: string;
  sort: GarageSort;
}

/** Up to so many matches are sorted one by one; of more, a walk along the sort's index soon meets a page full. */
const FEW = 1000;

const ORDER: Record<GarageSort, SQL[]> = {
  "-createdAt": [desc(garages.createdAt), desc(garages.id)],
  createdAt: [asc(garages.createdAt), asc(garages.id)],
  "-vehicleCount": [desc(garages.vehicleCount), desc(garages.id)],
};

const named = sql`instr(${garages.nameFolded}, ${sql.placeholder("term")}) > 0`;
const matched = sql`garages_fts MATCH ${sql.placeholder("phrase")} AND ${garages.id} = garages_fts.rowid`;

const each = <T>(make: (order: SQL[]) => T): Record<GarageSort, T> => ({
  "-createdAt": make(ORDER["-createdAt"]),
  createdAt: make(ORDER.createdAt),
  "-vehicleCount": make(ORDER["-vehicleCount"]),
});

const pageOf = <Select extends SQLiteSelect>(query: Select, where: SQL | undefined, order: SQL[]) =>
  query
    .where(where)
    .orderBy(...order)
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare();

/** The prepared statements of the list, by strategy and sort, for the given columns. */
const waysOf = <Select extends SQLiteSelect, Matching extends SQLiteSelect>(rows: {
  select: (database: Db) => Select;
  selectMatching: (database: Db) => Matching;
}) => ({
  all: each((order) => prepared((database) => pageOf(rows.select(database), shownGarages, order))),
  walk: each((order) => prepared((database) => pageOf(rows.select(database), and(shownGarages, named), order))),
  indexed: each((order) =>
    prepared((database) => pageOf(rows.selectMatching(database), and(matched, shownGarages), order)),
  ),
});

const CARDS = waysOf(cards);
const FULL = waysOf(fullRows);

const total = prepared((database) =>
  database.select({ count: siteTotals.total }).from(siteTotals).where(eq(siteTotals.name, "garages")).prepare(),
);

const countNamed = (hidden: boolean) =>
  prepared((database) =>
    database
      .select({ count: sql<number>`count(*)` })
      .from(garages)
      .where(and(eq(garages.hidden, hidden), named))
      .prepare(),
  );
const countShownNamed = countNamed(false);
const countHiddenNamed = countNamed(true);

const countIndexed = prepared((database) =>
  database
    .select({ count: sql<number>`count(*)` })
    .from(sql`garages_fts`)
    .where(sql`garages_fts MATCH ${sql.placeholder("phrase")}`)
    .prepare(),
);

/** Counting all matches is the dear part of a search. */
const countOnce = memoized<number>(1000);

interface Plan {
  way: "all" | "walk" | "indexed";
  total: number;
  term: string;
  phrase: string;
}

function planFor(search: string): Plan {
  const term = fold(search);
  const phrase = literalTerm(term);
  if (term === "") return { way: "all", total: total().get()?.count ?? 0, term, phrase };
  if (!isIndexed(term)) {
    return { way: "walk", total: countOnce(term, () => countShownNamed().get({ term })?.count ?? 0), term, phrase };
  }
  const matches = countOnce(term, () => countMatches(term, phrase));
  return { way: matches <= FEW ? "indexed" : "walk", total: matches, term, phrase };
}

/** Few garages are hidden, so to take those off is cheaper than to look each match up. */
function countMatches(term: string, phrase: string): number {
  const indexed = countIndexed().get({ phrase })?.count ?? 0;
  return indexed === 0 ? 0 : indexed - (countHiddenNamed().get({ term })?.count ?? 0);
}

type ListStatements<Row> = Record<
  Plan["way"],
  Record<GarageSort, () => { all(values: Record<string, unknown>): Row[] }>
>;

function listFrom<Row>(statements: ListStatements<Row>, { search, sort }: GarageListQuery, page: Page): Paged<Row> {
  const { way, total, term, phrase } = planFor(search);
  const values = { term, phrase, limit: page.limit, offset: offsetOf(page) };
  const rows = total === 0 ? [] : statements[way][sort]().all(values);
  return { rows, total, ...page };
}

/** A page of the garages that are shown, by name and in order (garages README, Lists), with how many there are in all. */
export const listGarageRows = (query: GarageListQuery, page: Page) => listFrom<GarageRow>(FULL, query, page);

/** The same for cards. */
export const listGarageCardRows = (query: GarageListQuery, page: Page) => listFrom<GarageCardRow>(CARDS, query, page);

/** Cards of the newest garages, without counting the others. */
export const listNewestGarageCardRows = (limit: number) => CARDS.all["-createdAt"]().all({ limit, offset: 0 });

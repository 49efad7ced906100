import { type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { prepared } from "~/db/prepared.server";
import type { VehicleSort } from "~/features/makes/address";

/** Rows that are looked at one by one, for words (browse README, What it costs). */
export const REACH = 1_000;

/** Entries of an index that are passed, for a condition or on the way to rows; of rare years a fourth is sorted. */
export const MOST_PASSED = 3_000;

/** Rows that the full-text index leads to: the newest that have the ends of the rarest of the longer words. */
export const MATCHES = 240;

/** How far apart the newest that have a word stand says how rare it is: so many are looked at. */
const PROBE = 50;

/** Which vehicles: all, those of a make, those of a model. Each has an index for every order. */
export type Among = "all" | "make" | "model";

/** By the index of the order, or by the years' index, which may have to be sorted; by the full-text index. */
export type Way = "order" | "years" | "text";

/** Everything that the text of a statement depends on. */
export interface Shape {
  among: Among;
  sort: VehicleSort;
  way: Way;
  years: "any" | "one" | "range";
  condition: boolean;
  /** Words that are looked for in the row itself. */
  words: number;
  /** Of how many words the full-text index has to say which is the rarest, where it leads. */
  terms?: number;
}

const INDEXES: Record<Among, Record<"createdAt" | "likes" | "year", string>> = {
  all: { createdAt: "vehicles_newest", likes: "vehicles_liked", year: "vehicles_year" },
  make: { createdAt: "vehicles_make", likes: "vehicles_make_liked", year: "vehicles_make_year" },
  model: { createdAt: "vehicles_model", likes: "vehicles_model_liked", year: "vehicles_model_year" },
};

const SCOPE: Record<Among, SQL> = {
  all: sql`hidden = 0`,
  make: sql`make_id = ${sql.placeholder("scope")} AND hidden = 0`,
  model: sql`model_id = ${sql.placeholder("scope")} AND hidden = 0`,
};

const YEARS: Record<Shape["years"], SQL[]> = {
  any: [],
  one: [sql`year = ${sql.placeholder("from")}`],
  range: [sql`year BETWEEN ${sql.placeholder("from")} AND ${sql.placeholder("to")}`],
};

const ORDER: Record<VehicleSort, SQL> = {
  "-createdAt": sql`created_at DESC, id DESC`,
  createdAt: sql`created_at, id`,
  "-likes": sql`like_count DESC, id DESC`,
  "-year": sql`year DESC, created_at DESC, id DESC`,
  year: sql`year, created_at, id`,
};

const columnOf = (sort: VehicleSort) => sort.replace("-", "") as "createdAt" | "likes" | "year";

const all = (conditions: SQL[]) => sql.join(conditions, sql` AND `);

const CONDITION = sql`condition = ${sql.placeholder("condition")} COLLATE NOCASE`;

/** What only the row itself says. */
const wordsOf = ({ words }: Shape) =>
  Array.from({ length: words }, (_, at) => sql`instr(hit.search_text, ${sql.placeholder(`word_${at}`)}) > 0`);

/** Whether the years are a range of the index, so that no entry of other years is passed. */
export const yearsLead = ({ sort, way }: Pick<Shape, "sort" | "way">) => way === "years" || sort.endsWith("year");

const walk = ({ among, sort, way }: Shape, columns: string, where: SQL[], limit: SQL) => {
  const index = INDEXES[among][way === "years" ? "year" : columnOf(sort)];
  return sql`SELECT ${sql.raw(columns)} FROM vehicles INDEXED BY ${sql.raw(index)}
    WHERE ${all([SCOPE[among], ...where])} ORDER BY ${ORDER[sort]} ${limit}`;
};

/** A page of the ids along one index, in the order of the list. */
const pageAlong = (shape: Shape) =>
  walk(shape, "id", YEARS[shape.years], sql`LIMIT ${sql.placeholder("limit")} OFFSET ${sql.placeholder("offset")}`);

/** Ids along one index, of so many entries: what these say themselves is asked without reading rows. */
function alongIndex(shape: Shape, limit: SQL): SQL {
  const years = YEARS[shape.years];
  const lead = yearsLead(shape);
  const asked = [...(lead ? [] : years), ...(shape.condition ? [CONDITION] : [])];
  const passed = walk(shape, "id, year, condition", lead ? years : [], sql.raw(`LIMIT ${MOST_PASSED}`));
  return sql`SELECT id FROM (${passed}) AS passed ${asked.length > 0 ? sql`WHERE ${all(asked)}` : sql``} ${limit}`;
}

/** What the index is asked for, by the rarest of the words: that whose newest go back furthest, or that few have. */
const termOf = ({ terms = 1 }: Shape) =>
  terms === 1
    ? sql.placeholder("match")
    : sql`(SELECT term.value FROM json_each(${sql.placeholder("match")}) AS term ORDER BY (
        SELECT probe.rowid FROM vehicles_fts AS probe WHERE probe.vehicles_fts MATCH term.value
        ORDER BY probe.rowid DESC ${sql.raw(`LIMIT 1 OFFSET ${PROBE - 1}`)}) LIMIT 1)`;

/** The newest that may have the word. */
const byText = (shape: Shape) => sql`SELECT rowid AS id FROM vehicles_fts WHERE vehicles_fts MATCH ${termOf(shape)}
    ORDER BY rowid DESC ${sql.raw(`LIMIT ${MATCHES}`)}`;

const ORDER_OF_HIT: Record<VehicleSort, string> = {
  "-createdAt": "hit.created_at DESC, hit.id DESC",
  createdAt: "hit.created_at, hit.id",
  "-likes": "hit.like_count DESC, hit.id DESC",
  "-year": "hit.year DESC, hit.created_at DESC, hit.id DESC",
  year: "hit.year, hit.created_at, hit.id",
};

const LIMIT = sql`LIMIT ${sql.placeholder("limit")}`;

/** Those of the ids `found` whose rows pass; the rows are looked up in the order in which the ids come. */
function hitsOf(shape: Shape): SQL {
  const rows = sql`SELECT hit.id AS id FROM found CROSS JOIN vehicles AS hit NOT INDEXED WHERE hit.id = found.id`;
  const has = wordsOf(shape).map((word) => sql`AND ${word}`);
  if (shape.way !== "text") return sql`${rows} ${sql.join(has, sql` `)} ${LIMIT}`;
  const narrowed = [SCOPE[shape.among], ...YEARS[shape.years], ...(shape.condition ? [CONDITION] : [])];
  return sql`${rows} AND ${all(narrowed)} ${sql.join(has, sql` `)} ORDER BY ${sql.raw(ORDER_OF_HIT[shape.sort])} ${LIMIT}`;
}

/** One JSON value: a thousand row objects would cost more than the query itself. */
const answer = (ids: SQL, looked: SQL) =>
  sql`SELECT (SELECT json_group_array(id) FROM (${ids})) AS ids, ${looked} AS looked`;

function answerOf(shape: Shape): SQL {
  const isLookedUp = shape.way === "text" || shape.words > 0;
  if (!isLookedUp) return answer(shape.condition ? alongIndex(shape, LIMIT) : pageAlong(shape), sql`0`);
  const found = shape.way === "text" ? byText(shape) : alongIndex(shape, sql.raw(`LIMIT ${REACH}`));
  return sql`WITH found AS MATERIALIZED (${found}) ${answer(hitsOf(shape), sql`(SELECT count(*) FROM found)`)}`;
}

const statement = (shape: Shape) =>
  prepared((database) =>
    database
      .select({ ids: sql<string>`ids`, looked: sql<number>`looked` })
      .from(sql`(${answerOf(shape)})`)
      .prepare(),
  );

/** Prepared statements by their shape. */
const statements = new LRUCache<string, ReturnType<typeof statement>>({ max: 100 });

export interface WayValues {
  /** Of the make or the model. */
  scope?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
  condition?: string | undefined;
  words: readonly string[];
  /** The longer word as the full-text index is asked for it, or several as a JSON array. */
  match?: string | undefined;
  limit: number;
  offset: number;
}

/**
 * Ids of vehicles in the order of a list.
 * @returns also in how many rows words were looked for
 */
export function listIds(shape: Shape, { words, ...values }: WayValues): { ids: number[]; looked: number } {
  const key = JSON.stringify(shape);
  const ready = statements.get(key) ?? statement(shape);
  statements.set(key, ready);
  const given = Object.fromEntries(words.map((word, at) => [`word_${at}`, word]));
  const { ids, looked } = ready().get({ ...values, ...given })!;
  return { ids: JSON.parse(ids), looked };
}

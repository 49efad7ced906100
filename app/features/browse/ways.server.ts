import { type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { prepared } from "~/db/prepared.server";
import type { VehicleSort } from "~/features/makes/address";

/** Rows that are looked at one by one, for a text or a condition (browse README, What it costs). */
export const REACH = 1_000;

/** Entries of an index that are passed on the way to them. */
export const MOST_PASSED = 60_000;

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

/** What only the row itself says. */
function testsOf({ condition, words }: Shape): SQL[] {
  const has = Array.from(
    { length: words },
    (_, at) => sql`instr(hit.search_text, ${sql.placeholder(`word_${at}`)}) > 0`,
  );
  return condition ? [sql`hit.condition = ${sql.placeholder("condition")} COLLATE NOCASE`, ...has] : has;
}

/** Ids in the order of the list, along one index. */
function alongIndex({ among, sort, way, years }: Shape, limit: SQL): SQL {
  const index = INDEXES[among][way === "years" ? "year" : columnOf(sort)];
  return sql`SELECT id FROM vehicles INDEXED BY ${sql.raw(index)}
    WHERE ${all([SCOPE[among], ...YEARS[years]])} ORDER BY ${ORDER[sort]} ${limit}`;
}

/** The newest that have the longer words, looked up one by one. */
function byText(shape: Shape): SQL {
  const where = all([sql`hit.id = found.id`, SCOPE[shape.among], ...YEARS[shape.years], ...testsOf(shape)]);
  return sql`SELECT hit.id AS id, found.looked AS looked FROM (
      SELECT id, count(*) OVER () AS looked FROM (
        SELECT rowid AS id FROM vehicles_fts WHERE vehicles_fts MATCH ${sql.placeholder("match")}
        ORDER BY rowid DESC LIMIT ${REACH})
    ) AS found CROSS JOIN vehicles AS hit NOT INDEXED WHERE ${where}
    ORDER BY ${sql.raw(ORDER_OF_HIT[shape.sort])} LIMIT ${sql.placeholder("limit")}`;
}

const ORDER_OF_HIT: Record<VehicleSort, string> = {
  "-createdAt": "hit.created_at DESC, hit.id DESC",
  createdAt: "hit.created_at, hit.id",
  "-likes": "hit.like_count DESC, hit.id DESC",
  "-year": "hit.year DESC, hit.created_at DESC, hit.id DESC",
  year: "hit.year, hit.created_at, hit.id",
};

function idsOf(shape: Shape): SQL {
  if (shape.way === "text") return byText(shape);
  const tests = testsOf(shape);
  const window = sql`LIMIT ${sql.placeholder("limit")} OFFSET ${sql.placeholder("offset")}`;
  if (tests.length === 0) return alongIndex(shape, window);
  // The rows are looked up in the order in which the index names them.
  return sql`SELECT hit.id AS id FROM (${alongIndex(shape, sql`LIMIT ${sql.placeholder("reach")}`)}) AS near
    CROSS JOIN vehicles AS hit NOT INDEXED WHERE ${all([sql`hit.id = near.id`, ...tests])} LIMIT ${sql.placeholder("limit")}`;
}

/** One JSON value: a thousand row objects would cost more than the query itself. */
const statement = (shape: Shape) =>
  prepared((database) =>
    database
      .select({
        ids: sql<string>`json_group_array(id)`,
        looked: shape.way === "text" ? sql<number | null>`max(looked)` : sql<null>`NULL`,
      })
      .from(sql`(${idsOf(shape)})`)
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
  match?: string | undefined;
  limit: number;
  offset: number;
  /** Rows that are looked at one by one; `REACH` at most. */
  reach?: number;
}

/**
 * Ids of vehicles in the order of a list.
 * @returns also how many with the longer words were looked at, where these lead to them
 */
export function listIds(shape: Shape, { words, ...values }: WayValues): { ids: number[]; looked: number } {
  const key = JSON.stringify(shape);
  const ready = statements.get(key) ?? statement(shape);
  statements.set(key, ready);
  const given = Object.fromEntries(words.map((word, at) => [`word_${at}`, word]));
  const { ids, looked } = ready().get({ ...values, ...given }) ?? { ids: "[]", looked: 0 };
  return { ids: JSON.parse(ids), looked: looked ?? 0 };
}

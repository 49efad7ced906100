import Database from "better-sqlite3";
import { BROWSER, Connection, request } from "./connection";
import type { Address } from "./cost";
import { boundOfSorts, slowSteps } from "./plan-steps";
import { note, type Report } from "./report";
import type { Site } from "./site";

/** What only looks after the database, or whose plan says nothing. */
const NO_QUERY = /^\s*(PRAGMA|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|INSERT|UPDATE|DELETE|EXPLAIN)\b/i;

/** Addresses, and the session they are asked with; without one as a visitor. */
interface Asked {
  addresses: readonly Address[];
  headers?: Record<string, string>;
}

/** P6: the plans of every statement of the lists, feeds, searches and detail pages, on the large site after ANALYZE. */
export async function countSlowPlans(
  report: Report,
  [small, site]: readonly [Site, Site],
  asked: readonly Asked[],
  vehicles: number,
) {
  note("P6: ANALYZE");
  const growing = growingTables(small, site);
  site.database.exec("ANALYZE");
  const statements = await statementsOf(site, asked);
  const database = new Database(site.env.DATABASE_URL!.slice("file:".length), { readonly: true });
  // Some statements are about the map's own data, which stands in a file beside the build.
  const world = new Database("build/world.db", { readonly: true });
  const slow: Record<string, string[]> = {};
  const bounded: Record<string, string> = {};
  try {
    for (const statement of statements) {
      const steps = slowSteps({ statement, plan: planOf(statement, [database, world]), growing });
      const by = boundOfSorts(statement);
      const counted = by === undefined ? steps : steps.filter((step) => !/TEMP B-TREE/.test(step));
      if (counted.length < steps.length) bounded[statement] = by!;
      if (counted.length > 0) slow[statement] = counted;
    }
  } finally {
    database.close();
    world.close();
  }
  for (const [statement, steps] of Object.entries(slow)) note(`  ${steps.join("; ")}: ${statement}`);
  const count = Object.values(slow).flat().length;
  const names = Object.keys(slow).map((statement) => statement.replace(/\s+/g, " ").replace(/^.*?(?= from )/i, "…"));
  report.add({
    id: "P6",
    what: `full scans and temporary B-trees in the plans of ${statements.length} statements of ${asked.flatMap(({ addresses }) => addresses).length} pages, calls and feeds at ${vehicles} vehicles after ANALYZE`,
    comparedWith: `EXPLAIN QUERY PLAN of each SELECT that the running server made; a scan counts where the table has more rows than on the small site and at least ${MANY} (${[...growing].join(", ")}), but for one in the wanted order under a LIMIT; not counted are sorts of what does not grow (${Object.keys(bounded).length} statements: ${[...new Set(Object.values(bounded))].join("; ")})`,
    figure: count === 0 ? "0" : `${count}: ${names.map((name) => `\`${name.slice(0, 200)}\``).join(", ")}`,
    worst: count,
    details: { slow, bounded },
  });
}

/** A table with fewer rows is walked as quickly as looked up in, and SQLite does as it likes. */
const MANY = 1_000;

/** The tables that have more rows on the large site, and many. */
function growingTables(small: Site, large: Site): Set<string> {
  const list =
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'";
  const tables = large.database.prepare(list).pluck().all() as string[];
  const rows = ({ database }: Site, table: string) =>
    database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get() as number;
  return new Set(tables.filter((table) => rows(large, table) > Math.max(rows(small, table), MANY - 1)));
}

/**
 * The plan of a statement in the first of the databases that knows its tables.
 * @throws where none does
 */
function planOf(statement: string, databases: readonly Database.Database[]): string[] {
  const values = Array.from(statement.matchAll(/\?/g), () => null);
  const failures: unknown[] = [];
  for (const database of databases) {
    // The site's own function; for its plan it need not know anything.
    database.function("distance_km", { deterministic: true, varargs: true }, () => 0);
    try {
      const query = database.prepare(`EXPLAIN QUERY PLAN ${statement}`);
      return (query.all(...values) as { detail: string }[]).map(({ detail }) => detail);
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(failures, `no database knows the tables of: ${statement}`);
}

async function statementsOf(site: Site, asked: readonly Asked[]): Promise<string[]> {
  const connection = await Connection.open(site.port);
  const all = new Set<string>();
  await site.ask("statements");
  for (const { addresses, headers = { Cookie: "paddock_session=bench" } } of asked) {
    for (const { large } of addresses) {
      const { status } = await connection.ask(request(large, { headers: { ...BROWSER, ...headers } }));
      if (status !== 200) throw new Error(`${large} answered ${status}`);
      for (const statement of await site.ask<string[]>("statements")) if (!NO_QUERY.test(statement)) all.add(statement);
    }
  }
  connection.close();
  return [...all];
}

import Database from "better-sqlite3";
import { BROWSER, Connection, request } from "./connection";
import type { Address } from "./cost";
import { slowSteps } from "./plan-steps";
import { note, type Report } from "./report";
import type { Site } from "./site";

/** What only looks after the database, or whose plan says nothing. */
const NO_QUERY = /^\s*(PRAGMA|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|INSERT|UPDATE|DELETE|EXPLAIN)\b/i;

/** P6: the plans of every statement of the lists, feeds, searches and detail pages, on the large site after ANALYZE. */
export async function countSlowPlans(report: Report, site: Site, addresses: readonly Address[], vehicles: number) {
  note("P6: ANALYZE");
  site.database.exec("ANALYZE");
  const statements = await statementsOf(site, addresses);
  const database = new Database(site.env.DATABASE_URL!.slice("file:".length), { readonly: true });
  // Some statements are about the map's own data, which stands in a file beside the build.
  const world = new Database("build/world.db", { readonly: true });
  const slow: Record<string, string[]> = {};
  try {
    for (const statement of statements) {
      const steps = slowSteps(planOf(statement, [database, world]));
      if (steps.length > 0) slow[statement] = steps;
    }
  } finally {
    database.close();
    world.close();
  }
  for (const [statement, steps] of Object.entries(slow)) note(`  ${steps.join("; ")}: ${statement}`);
  const count = Object.values(slow).flat().length;
  report.add({
    id: "P6",
    what: `full scans and temporary B-trees in the plans of ${statements.length} statements of ${addresses.length} pages, calls and feeds at ${vehicles} vehicles after ANALYZE`,
    comparedWith:
      "EXPLAIN QUERY PLAN of each SELECT that the running server made; a scan counts where it walks a table that grows with the site and no index gives the order",
    figure: String(count),
    worst: count,
    details: slow,
  });
}

/**
 * The plan of a statement in the first of the databases that knows its tables.
 * @throws where none does
 */
function planOf(statement: string, databases: readonly Database.Database[]): string[] {
  const values = Array.from(statement.matchAll(/\?/g), () => null);
  const failures: unknown[] = [];
  for (const database of databases) {
    try {
      const query = database.prepare(`EXPLAIN QUERY PLAN ${statement}`);
      return (query.all(...values) as { detail: string }[]).map(({ detail }) => detail);
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(failures, `no database knows the tables of: ${statement}`);
}

async function statementsOf(site: Site, addresses: readonly Address[]): Promise<string[]> {
  const connection = await Connection.open(site.port);
  const all = new Set<string>();
  await site.ask("statements");
  for (const { large } of addresses) {
    const { status } = await connection.ask(request(large, { headers: { ...BROWSER, Cookie: "bench=1" } }));
    if (status !== 200) throw new Error(`${large} answered ${status}`);
    for (const statement of await site.ask<string[]>("statements")) if (!NO_QUERY.test(statement)) all.add(statement);
  }
  connection.close();
  return [...all];
}

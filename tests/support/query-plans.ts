import Database from "better-sqlite3";
import { sql } from "drizzle-orm";
import { db } from "~/db/client.server";

/** The statements that `work` is the first to use on this test's connection. */
export function statementsOf(work: () => void): string[] {
  const prepare = Database.prototype.prepare;
  const seen: string[] = [];
  Database.prototype.prepare = noting(prepare, seen);
  try {
    work();
  } finally {
    Database.prototype.prepare = prepare;
  }
  return seen;
}

/** The same for work that waits for something in between. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const prepare = Database.prototype.prepare;
  Database.prototype.prepare = noting(prepare, seen);
  try {
    await work();
  } finally {
    Database.prototype.prepare = prepare;
  }
  return seen;
}

type Prepare = typeof Database.prototype.prepare;

function noting(prepare: Prepare, seen: string[]): Prepare {
  return function (this: Database.Database, source: string) {
    seen.push(source);
    return prepare.call(this, source);
  } as Prepare;
}

/** EXPLAIN QUERY PLAN's lines: how SQLite goes about a statement. */
export function planOf(statement: string): string[] {
  const pieces = `EXPLAIN QUERY PLAN ${statement}`.split("?").map((piece) => sql.raw(piece));
  return db()
    .all<{ detail: string }>(sql.join(pieces, sql`${null}`))
    .map(({ detail }) => detail);
}

/** What a hot query must not do: walk a whole table of people's things, or sort by itself. */
export function slowSteps(statement: string): string[] {
  return planOf(statement).filter(
    (line) =>
      /^SCAN (garages|vehicles|users|photos|likes|comments|reviews|follows)\b(?!_fts)/.test(line) ||
      /TEMP B-TREE/.test(line),
  );
}

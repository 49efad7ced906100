import Database from "better-sqlite3";
import { sql } from "drizzle-orm";
import { db } from "~/db/client.server";

/** `work` must be the first to prepare them on this test's connection. */
export function statementsOf(work: () => void): string[] {
  const { statements, end } = recordStatements();
  try {
    work();
  } finally {
    end();
  }
  return statements;
}

export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const { statements, end } = recordStatements();
  await work().finally(end);
  return statements;
}

function recordStatements() {
  const { prepare } = Database.prototype;
  const statements: string[] = [];
  Database.prototype.prepare = function (this: Database.Database, source: string) {
    statements.push(source);
    return prepare.call(this, source);
  } as typeof prepare;
  return { statements, end: () => void (Database.prototype.prepare = prepare) };
}

/** With repetitions. */
export function readsDuring(work: () => void): string[] {
  const memory = new Database(":memory:");
  const prototype = Object.getPrototypeOf(memory.prepare("SELECT 1")) as Database.Statement;
  memory.close();
  const { get, all } = prototype;
  const statements: string[] = [];
  const recordCalls = <Method extends typeof get | typeof all>(method: Method) =>
    function (this: Database.Statement, ...values: unknown[]) {
      statements.push(this.source);
      return method.apply(this, values);
    };
  Object.assign(prototype, { get: recordCalls(get), all: recordCalls(all) });
  try {
    work();
  } finally {
    Object.assign(prototype, { get, all });
  }
  return statements;
}

export function planOf(statement: string): string[] {
  const pieces = `EXPLAIN QUERY PLAN ${statement}`.split("?").map((piece) => sql.raw(piece));
  return db()
    .all<{ detail: string }>(sql.join(pieces, sql`${null}`))
    .map(({ detail }) => detail);
}

/** Forbidden in a hot query: a scan of a user table, a sort. */
export function forbiddenSteps(statement: string): string[] {
  return planOf(statement).filter(
    (line) =>
      /^SCAN (garages|vehicles|users|photos|likes|comments|reviews|follows|events|activities|build_entries)\b(?!_fts)/.test(
        line,
      ) || /TEMP B-TREE/.test(line),
  );
}

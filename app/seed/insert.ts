import { setTimeout } from "node:timers/promises";
import { is, Param, Placeholder, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, transaction } from "~/db/client.server";

/** Per transaction: tens of milliseconds, so that a running site can write in between. */
const ROWS_PER_TRANSACTION = 5000;

/** All rows have the same members; columns missing in the first row keep their defaults. */
export function createInserter<T extends SQLiteTable>(table: T): (row: T["$inferInsert"]) => void {
  let insert: ((row: Record<string, unknown>) => void) | undefined;
  return (row) => {
    insert ??= prepare(table, Object.keys(row));
    insert(row);
  };
}

/** Run by the driver: Drizzle would check every value in several ways. */
function prepare<T extends SQLiteTable>(table: T, columns: string[]): (row: Record<string, unknown>) => void {
  const values = Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)]));
  const query = db()
    .insert(table)
    .values(values as T["$inferInsert"])
    .toSQL();
  const statement = db().$client.prepare(query.sql);
  const parameters = query.params.map(readParameter);
  return (row) => {
    statement.run(parameters.map((valueFor) => valueFor(row)));
  };
}

/** In SQLite's form, or a constant. */
function readParameter(parameter: unknown): (row: Record<string, unknown>) => unknown {
  if (!is(parameter, Param)) return () => parameter;
  const { value, encoder } = parameter;
  if (!is(value, Placeholder)) return () => parameter;
  return (row) => {
    const member = row[value.name];
    return member === null || member === undefined ? null : encoder.mapToDriverValue(member);
  };
}

/** In a transaction, this id and the following ones are safe to use: IMMEDIATE, so no other writer. */
export function nextId(table: "users" | "garages" | "vehicles" | "build_entries" | "comments" | "events"): number {
  const row = db().get<{ seq: number } | undefined>(sql`SELECT seq FROM sqlite_sequence WHERE name = ${table}`);
  return (row?.seq ?? 0) + 1;
}

/**
 * About ROWS_AT_A_TIME rows per transaction. `make` prepares an item outside, `write` receives the items of one
 * transaction, `rowsOf` returns an item's rows.
 */
export async function writeInBatches<T>(
  count: number,
  make: (index: number) => T,
  rowsOf: (item: T) => number,
  write: (items: T[]) => void,
): Promise<void> {
  // No other writers to wait for.
  const isExclusive = db().$client.inTransaction;
  let items: T[] = [];
  let rows = 0;
  for (let index = 0; index < count; index++) {
    const item = make(index);
    items.push(item);
    rows += rowsOf(item);
    if (rows < ROWS_PER_TRANSACTION && index < count - 1) continue;
    const startedAt = performance.now();
    transaction(() => write(items));
    const duration = performance.now() - startedAt;
    items = [];
    rows = 0;
    // SQLite has no lock queue: waiting writers poll, and must find the lock free before their timeout.
    if (!isExclusive) await setTimeout(duration / 5);
  }
}

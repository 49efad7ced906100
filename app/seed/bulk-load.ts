import { db } from "../db/client.server";

/** During the load. Sorting new indexes uses memory up to the cache size, then files. */
const SETTINGS = { foreign_keys: 0, cache_size: -262_144, temp_store: 1 };

/**
 * Runs `load` in one exclusive transaction. The rollback journal stores only existing pages, so filling an empty
 * database writes little more than its own pages. Foreign keys are not checked.
 * @param fallback runs instead if another process has the database open
 */
export async function loadExclusively<T>(load: () => Promise<T>, fallback: () => Promise<T>): Promise<T> {
  const raw = db().$client;
  const settings = Object.keys(SETTINGS).map((name) => [name, raw.pragma(name, { simple: true })] as const);
  const restore = () => {
    for (const [name, value] of settings) raw.pragma(`${name} = ${value}`);
    raw.pragma("journal_mode = WAL");
  };
  if (!beginExclusive()) {
    restore();
    return fallback();
  }
  try {
    const result = await load();
    raw.exec("COMMIT");
    return result;
  } catch (error) {
    if (raw.inTransaction) raw.exec("ROLLBACK");
    throw error;
  } finally {
    restore();
  }
}

function beginExclusive(): boolean {
  const raw = db().$client;
  const busyTimeout = raw.pragma("busy_timeout", { simple: true });
  raw.pragma("busy_timeout = 0");
  try {
    // Leaving WAL mode needs exclusive access.
    raw.pragma("journal_mode = DELETE");
    for (const [name, value] of Object.entries(SETTINGS)) raw.pragma(`${name} = ${value}`);
    raw.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY")) return false;
    throw error;
  } finally {
    raw.pragma(`busy_timeout = ${busyTimeout}`);
  }
}

export interface SuspendedSchema {
  /** From sorted entries. */
  restoreIndexes(table: string): void;
  restoreTriggers(): void;
}

/**
 * Also drops triggers. Call it in a transaction that restores them. Their order stays.
 * @throws Error for an unknown table or trigger
 */
export function suspendIndexes(tables: readonly string[], triggers: readonly string[]): SuspendedSchema {
  const raw = db().$client;
  const list = raw.prepare<[string], { name: string; tbl_name: string; sql: string }>(
    "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL ORDER BY rowid",
  );
  const drop = (type: string, names: string[]) => {
    for (const name of names) raw.exec(`DROP ${type} IF EXISTS "${name}"`);
  };
  const indexes = list.all("index").filter((index) => tables.includes(index.tbl_name));
  const allTriggers = list.all("trigger");
  const missing = [
    ...tables.filter((table) => !indexes.some((index) => index.tbl_name === table)),
    ...triggers.filter((name) => !allTriggers.some((trigger) => trigger.name === name)),
  ];
  if (missing.length > 0) throw new Error(`Not in the database: ${missing.join(", ")}`);
  // Dropped and created together, to keep their order.
  const affectedTables = new Set(
    allTriggers.filter(({ name }) => triggers.includes(name)).map((trigger) => trigger.tbl_name),
  );
  const neighbours = allTriggers.filter((trigger) => affectedTables.has(trigger.tbl_name));
  drop(
    "INDEX",
    indexes.map(({ name }) => name),
  );
  drop("TRIGGER", [...triggers]);
  return {
    restoreIndexes(table) {
      for (const { tbl_name, sql } of indexes) if (tbl_name === table) raw.exec(sql);
    },
    restoreTriggers() {
      drop(
        "TRIGGER",
        neighbours.map(({ name }) => name),
      );
      for (const { sql } of neighbours) raw.exec(sql);
    },
  };
}

import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { EnvError, env } from "~/services/env.server";
import * as schema from "./schema";

export type Db = ReturnType<typeof open>["db"];

/** @throws EnvError where the file cannot be opened, or is no database */
function openFile(file: string) {
  try {
    const raw = new Database(file);
    raw.pragma("journal_mode = WAL");
    return raw;
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    throw new EnvError(`DATABASE_URL is wrong: the file cannot be opened as a database (${error.code})`);
  }
}

function open(file: string) {
  const raw = openFile(file);
  raw.pragma("synchronous = FULL");
  raw.pragma("busy_timeout = 5000");
  raw.pragma("foreign_keys = ON");
  raw.pragma("cache_size = -65536");
  raw.pragma("temp_store = MEMORY");
  const others = raw.prepare("PRAGMA data_version").pluck();
  const own = raw.prepare("SELECT total_changes()").pluck();
  const version = () => `${others.get()}.${own.get()}`;
  return { raw, version, db: drizzle(raw, { schema, casing: "snake_case" }) };
}

// One connection a process, whichever bundle or reloaded module asks for it.
const holder = globalThis as { paddockDatabase?: ReturnType<typeof open> };

function connection() {
  holder.paddockDatabase ??= open(env().databaseFile);
  return holder.paddockDatabase;
}

/** The database of this process (DATABASE_URL), opened at first use. The only open in the project. */
export function db(): Db {
  return connection().db;
}

/** Applies the migrations of `drizzle/` that are missing. */
export function migrateDatabase(folder = "drizzle"): void {
  migrate(db(), { migrationsFolder: folder });
}

export function closeDatabase(): void {
  holder.paddockDatabase?.raw.close();
  holder.paddockDatabase = undefined;
}

/**
 * Runs `work` in one transaction: all of it or nothing. IMMEDIATE, because a deferred one that reads first fails
 * when another process writes in between. `work` is synchronous and short; a transaction inside one joins it.
 */
export function transaction<T>(work: () => T): T {
  const { raw } = connection();
  return raw.inTransaction ? work() : raw.transaction(work).immediate();
}

/**
 * Writes a copy of the database as it is at one moment into `file`, which must not exist. Others go on writing
 * meanwhile: the copy is one long reading transaction.
 */
export function copyDatabase(file: string): void {
  connection().raw.prepare("VACUUM INTO ?").run(file);
}

/** What a database file holds, and what is wrong with it. */
export interface DatabaseFacts {
  /** Rows by table. */
  rows: Record<string, number>;
  /** What integrity_check and foreign_key_check complain about; empty where all is well. */
  problems: string[];
}

/** Looks into a database file that no server uses. @throws where it is no database at all */
export function checkDatabaseFile(file: string): DatabaseFacts {
  return withFile(file, (raw) => {
    const integrity = raw.prepare("PRAGMA integrity_check").pluck().all() as string[];
    const broken = raw.pragma("foreign_key_check") as { table: string; parent: string }[];
    const tables = raw
      .prepare(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite*'
         AND name NOT GLOB '*_fts*' AND name NOT GLOB '__*'`,
      )
      .pluck()
      .all() as string[];
    const rows = tables.map((name) => [name, raw.prepare(`SELECT count(*) FROM "${name}"`).pluck().get()]);
    const problems = [
      ...integrity.filter((line) => line !== "ok"),
      ...broken.map(({ table, parent }) => `a row of ${table} points at nothing in ${parent}`),
    ];
    return { rows: Object.fromEntries(rows), problems };
  });
}

/** Reads from a database file that is not this process's own, such as a backup. */
export function readDatabaseFile<T>(file: string, read: (database: Db) => T): T {
  return withFile(file, (raw) => read(drizzle(raw, { schema, casing: "snake_case" })));
}

function withFile<T>(file: string, work: (raw: Database.Database) => T): T {
  const raw = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return work(raw);
  } finally {
    raw.close();
  }
}

/** Whether another process has this database file open. */
export function isDatabaseInUse(file: string): boolean {
  const raw = new Database(file, { timeout: 0 });
  try {
    // Leaving WAL needs the file for oneself.
    raw.pragma("journal_mode = DELETE");
    return false;
  } catch (error) {
    return error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");
  } finally {
    raw.close();
  }
}

/** Refreshes the planner's statistics; worth calling after bulk writes. */
export function analyzeDatabase(): void {
  connection().raw.pragma("analysis_limit = 1000");
  connection().raw.exec("ANALYZE");
}

/** Throws where the database does not answer. */
export function pingDatabase(): void {
  connection().raw.prepare("SELECT 1").get();
}

/**
 * A value that differs whenever anybody, this process or another, has changed the database: what was rendered
 * from it may be kept for exactly as long as the value stands.
 */
export function databaseVersion(): string {
  return connection().version();
}

/**
 * A statement that is built and prepared once for each connection. `build` gets the database and returns a prepared
 * Drizzle query; values come in through `sql.placeholder`.
 */
export function prepared<T>(build: (database: Db) => T): () => T {
  return preparedOn(db, build);
}

/** `prepared` for a connection that is not the site's database, such as a data file's. */
export function preparedOn<D extends object, T>(connect: () => D, build: (database: D) => T): () => T {
  const statements = new WeakMap<D, T>();
  return () => {
    const database = connect();
    let statement = statements.get(database);
    if (statement === undefined) {
      statement = build(database);
      statements.set(database, statement);
    }
    return statement;
  };
}

/** A data file while it is made: nobody reads it yet. */
export interface DataFile {
  exec(sql: string): void;
  /** Inserts rows, each the values of `columns` in order. */
  insert(table: string, columns: string[], rows: Iterable<(string | number | Buffer | null)[]>): void;
}

/**
 * Makes a data file, which is only read from then on. What `write` does is all of it: a file that failed is to be
 * thrown away.
 * @param file must not exist
 */
export function createDataFile(file: string, write: (data: DataFile) => void): void {
  const raw = new Database(file);
  try {
    // No journal: there is nothing to go back to, and a reader must not need to write beside the file.
    raw.pragma("journal_mode = OFF");
    raw.pragma("synchronous = OFF");
    raw.pragma("cache_size = -65536");
    raw.exec("BEGIN");
    write({
      exec: (sql) => void raw.exec(sql),
      insert(table, columns, rows) {
        const places = columns.map(() => "?").join(", ");
        const statement = raw.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`);
        for (const row of rows) statement.run(row);
      },
    });
    raw.exec("COMMIT");
    raw.exec("ANALYZE");
    raw.exec("VACUUM");
  } finally {
    raw.close();
  }
}

const dataFiles = globalThis as { paddockDataFiles?: Map<string, object> };

/**
 * A data file for reading: opened at first use, one handle a process. Little of it is kept in memory.
 * @param hint what to do where it is missing
 * @throws EnvError where it is missing
 */
export function openDataFile<S extends Record<string, unknown>>(file: string, schema: S, hint: string) {
  const make = () => {
    if (!existsSync(file)) throw new EnvError(`${file} is missing: ${hint}`);
    const raw = new Database(file, { readonly: true, fileMustExist: true });
    raw.pragma("cache_size = -2048");
    return drizzle(raw, { schema, casing: "snake_case" });
  };
  dataFiles.paddockDataFiles ??= new Map();
  const opened = (dataFiles.paddockDataFiles.get(file) as ReturnType<typeof make> | undefined) ?? make();
  dataFiles.paddockDataFiles.set(file, opened);
  return opened;
}

/** Whether `error` is a broken UNIQUE (of `columns`, where given, such as `garages.user_id`). */
export function isUniqueViolation(error: unknown, columns?: string): boolean {
  if (!(error instanceof Error)) return false;
  const cause = error.cause instanceof Error ? error.cause : error;
  return /UNIQUE constraint failed/.test(cause.message) && (columns === undefined || cause.message.includes(columns));
}

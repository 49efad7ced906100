import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { EnvError, env } from "~/env.server";
import { distanceKm } from "~/lib/geo";
import * as schema from "./schema";
import { type DatabaseWatch, watchStatements, watchTransactions } from "./watch.server";

export type Db = ReturnType<typeof open>["db"];

/** @throws EnvError where the file cannot be opened, is no database, or another process keeps it to itself */
function openFile(file: string) {
  try {
    const raw = new Database(file);
    raw.pragma("journal_mode = WAL");
    return raw;
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    // See bulk-load.server.ts.
    if (error.code.startsWith("SQLITE_BUSY"))
      throw new EnvError(
        "Another process keeps the database to itself, as a seed that fills it does: try again when it is done",
      );
    throw new EnvError(`DATABASE_URL is wrong: the file cannot be opened as a database (${error.code})`);
  }
}

function open(file: string) {
  const raw = openFile(file);
  const { paddockDatabaseWatch: watch } = holder;
  if (watch) watchStatements(raw, watch);
  raw.pragma("synchronous = FULL");
  raw.pragma("busy_timeout = 5000");
  raw.pragma("foreign_keys = ON");
  raw.pragma("cache_size = -65536");
  raw.pragma("temp_store = MEMORY");
  // For statements that go on from the towns around a place: km between two points, each lat and lng in degrees.
  raw.function("distance_km", { deterministic: true }, (lat, lng, toLat, toLng) =>
    distanceKm({ lat: Number(lat), lng: Number(lng) }, { lat: Number(toLat), lng: Number(toLng) }),
  );
  let changes: Database.Statement | undefined;
  const publicChanges = () => {
    // Prepared at first use: before the migrations there is no such table.
    changes ??= raw.prepare("SELECT version FROM public_changes").pluck();
    return changes.get() as number;
  };
  // Made once: each call of `transaction` makes four functions anew.
  const run = raw.transaction((work: () => unknown) => work()).immediate;
  const inTransaction = watch ? watchTransactions(run, watch) : run;
  return { raw, publicChanges, inTransaction, db: drizzle(raw, { schema, casing: "snake_case" }) };
}

// One connection a process, whichever bundle or reloaded module asks for it.
const holder = globalThis as { paddockDatabase?: ReturnType<typeof open>; paddockDatabaseWatch?: DatabaseWatch };

function connection() {
  holder.paddockDatabase ??= open(env().databaseFile);
  return holder.paddockDatabase;
}

/** The database of this process (DATABASE_URL), opened at first use. The only open in the project. */
export function db(): Db {
  return connection().db;
}

/** Tells `watch` what the database does, for connections opened from here on. Without one nothing is measured. */
export function watchDatabase(watch: DatabaseWatch): void {
  holder.paddockDatabaseWatch = watch;
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
  const { raw, inTransaction } = connection();
  return raw.inTransaction ? work() : (inTransaction(work) as T);
}

/**
 * Writes a consistent copy of the database into `file`, which must not exist. One long read transaction: writers are
 * not blocked.
 */
export function copyDatabase(file: string): void {
  connection().raw.prepare("VACUUM INTO ?").run(file);
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
 * How often what everybody may see has changed, counted by triggers in the transaction of the write, whichever process
 * it is. What is made of public rows alone is valid for as long as this stays the same.
 */
export function publicVersion(): number {
  return connection().publicChanges();
}

/** Whether `error` is a broken UNIQUE (of `columns`, where given, such as `garages.user_id`). */
export function isUniqueViolation(error: unknown, columns?: string): boolean {
  if (!(error instanceof Error)) return false;
  const cause = error.cause instanceof Error ? error.cause : error;
  return /UNIQUE constraint failed/.test(cause.message) && (columns === undefined || cause.message.includes(columns));
}

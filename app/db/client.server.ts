import { type Stats, statSync } from "node:fs";
import Database from "better-sqlite3";
import { type Column, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { LRUCache } from "lru-cache";
import { EnvError, env } from "~/env.server";
import { distanceKm } from "~/lib/geo";
import { now } from "~/lib/time";
import { type DatabaseObserver, observeStatements, watchTransactions } from "./observer.server";
import * as schema from "./schema";

export type Db = ReturnType<typeof open>["db"];

/** @throws EnvError where the file cannot be opened, is no database, or another process keeps it to itself */
function openFile(file: string) {
  try {
    const raw = new Database(file);
    raw.pragma("journal_mode = WAL");
    return raw;
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    // See `seed/bulk-load.ts`.
    if (error.code.startsWith("SQLITE_BUSY"))
      throw new EnvError("Another process has the database locked, as a seed run does: try again when it is done");
    throw new EnvError(`DATABASE_URL is wrong: ${file} cannot be opened as a database (${error.code})`);
  }
}

/** How long a write waits for another process that writes, ms. */
const BUSY_TIMEOUT_MS = 5000;

function open(file: string) {
  const raw = openFile(file);
  if (observer) observeStatements(raw, observer);
  raw.pragma("synchronous = FULL");
  raw.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  raw.pragma("foreign_keys = ON");
  raw.pragma("cache_size = -65536");
  raw.pragma("temp_store = MEMORY");
  // For statements that go on from the towns around a place: km between two points, each lat and lng in degrees.
  raw.function("distance_km", { deterministic: true }, (lat, lng, toLat, toLng) =>
    distanceKm({ lat: Number(lat), lng: Number(lng) }, { lat: Number(toLat), lng: Number(toLng) }),
  );
  let changes: Database.Statement<[], { version: number; site: number; ends: number | null }> | undefined;
  const publicChanges = () => {
    // Prepared at first use: before the migrations there is no such table.
    changes ??= raw.prepare(
      "SELECT version, site, (SELECT min(hidden_until) FROM users WHERE hide_all = 1) AS ends FROM public_changes",
    );
    return changes.get()!;
  };
  // Made once: each call of `transaction` makes four functions anew.
  const run = raw.transaction((work: () => unknown) => work()).immediate;
  const inTransaction = observer ? watchTransactions(run, observer) : run;
  const { dev, ino } = statSync(file);
  return { raw, dev, ino, publicChanges, inTransaction, db: drizzle(raw, { schema, casing: "snake_case" }) };
}

// On globalThis, because a development server reloads modules: one connection per process.
const holder = globalThis as { paddockDatabase?: ReturnType<typeof open> };
let observer: DatabaseObserver | undefined;

function connection() {
  holder.paddockDatabase ??= open(env().databaseFile);
  return holder.paddockDatabase;
}

/** The database of this process (DATABASE_URL), opened at first use. The only open in the project. */
export function db(): Db {
  return connection().db;
}

/** Tells `watch` what the database does, for connections opened from here on. Without one nothing is measured. */
export function observeDatabase(watch: DatabaseObserver): void {
  observer = watch;
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
 * Writes a consistent copy of the database into `file`, which must not exist, page by page, so that two copies differ only
 * where the database has changed. All in one step: writers are not blocked, and none makes it begin anew.
 */
export async function copyDatabase(file: string): Promise<void> {
  await connection().raw.backup(file, { progress: () => 0x7fffffff });
  const copy = new Database(file);
  // In WAL mode whoever reads it would put two more files beside it.
  copy.pragma("journal_mode = DELETE");
  copy.close();
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

/** Whether a file at the database's path is another one than the connection has open. */
export function isReplacedBy(found: Pick<Stats, "dev" | "ino">): boolean {
  const { dev, ino } = connection();
  return found.dev !== dev || found.ino !== ino;
}

/**
 * Writes the row of health checks, unless one has been written within `interval`. Waits for nobody: where another process
 * is writing, writing works.
 * @param time, interval ms
 * @throws SqliteError where the database cannot be written
 */
export function tryToWrite(time: number, interval: number): void {
  const { raw } = connection();
  const last = raw.prepare<[], number>("SELECT at FROM health_checks").pluck().get();
  if (last !== undefined && last <= time && last > time - interval) return;
  raw.pragma("busy_timeout = 0");
  try {
    raw
      .prepare("INSERT INTO health_checks (id, at) VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at")
      .run(time);
  } catch (error) {
    if (!(error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY"))) throw error;
  } finally {
    raw.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/**
 * How often what everybody may see has changed, counted by triggers in the transaction of the write, whichever process
 * it is (table `public_changes`). What is made of public rows alone is valid for as long as this stays the same. What a
 * suspension hid is shown again here, and only here, by the first who asks after its end.
 */
export function publicVersion(): number {
  const { raw, publicChanges } = connection();
  const { version, ends } = publicChanges();
  if (ends === null || ends > now()) return version;
  try {
    raw.prepare("UPDATE users SET hide_all = 0 WHERE hide_all = 1 AND hidden_until <= ?").run(now());
  } catch {
    // As on a full disk: whoever only reads must not fail for it. The next request tries again.
    return version;
  }
  return publicChanges().version;
}

/** The same of the site's own settings and texts alone, which change hardly ever. */
export const siteVersion = (): number => connection().publicChanges().site;

/** Whether `error` is a broken UNIQUE (of `columns`, where given, such as `garages.user_id`). */
export function isUniqueViolation(error: unknown, columns?: string): boolean {
  if (!(error instanceof Error)) return false;
  const cause = error.cause instanceof Error ? error.cause : error;
  return /UNIQUE constraint failed/.test(cause.message) && (columns === undefined || cause.message.includes(columns));
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

/** A condition for any number of ids in one statement: they are bound as the JSON array `ids`. */
export const isAmongIds = (column: Column) =>
  sql`${column} IN (SELECT value FROM json_each(${sql.placeholder("ids")}))`;

/**
 * Caches values made of what everybody may see until that changes, per connection (LRU).
 * @param max number of entries
 * @param currentVersion stays the same for as long as they are valid
 * @returns gives the cached value of a key, else what `read` returns
 */
export function memoized<Answer extends object | number>(
  max: number,
  currentVersion = publicVersion,
): (key: string, read: () => Answer) => Answer {
  const memo = prepared(() => ({ answers: new LRUCache<string, Answer>({ max }), version: -1 }));
  return (key, read) => {
    const version = currentVersion();
    const own = memo();
    if (version !== own.version) own.answers.clear();
    own.version = version;
    const cached = own.answers.get(key);
    if (cached !== undefined) return cached;
    const answer = read();
    own.answers.set(key, answer);
    return answer;
  };
}

import { type Stats, statSync } from "node:fs";
import Database from "better-sqlite3";
import { type Column, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { LRUCache } from "lru-cache";
import { EnvError, env } from "~/env.server";
import { distanceKm } from "~/lib/geo";
import { now } from "~/lib/time";
import { type DatabaseObserver, observeStatements, watchTransactions } from "./observer.server";
import * as schema from "./schema";

export type Db = ReturnType<typeof open>["db"];

/** @throws EnvError if unopenable, no database, or locked by another process */
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

const BUSY_TIMEOUT_MS = 5000;

function open(file: string) {
  const raw = openFile(file);
  if (observer) observeStatements(raw, observer);
  raw.pragma("synchronous = FULL");
  raw.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  raw.pragma("foreign_keys = ON");
  raw.pragma("cache_size = -65536");
  raw.pragma("temp_store = MEMORY");
  // Km between two points, each lat and lng in degrees.
  raw.function("distance_km", { deterministic: true }, (lat, lng, toLat, toLng) =>
    distanceKm({ lat: Number(lat), lng: Number(lng) }, { lat: Number(toLat), lng: Number(toLng) }),
  );
  let changes: Database.Statement<[], { version: number; site: number; ends: number | null }> | undefined;
  const publicChanges = () => {
    // Prepared at first use: before the migrations the table does not exist.
    changes ??= raw.prepare(
      "SELECT version, site, (SELECT min(hidden_until) FROM users WHERE hide_all = 1) AS ends FROM public_changes",
    );
    return changes.get()!;
  };
  const run = raw.transaction((work: () => unknown) => work()).immediate;
  const inTransaction = observer ? watchTransactions(run, observer) : run;
  const { dev, ino } = statSync(file);
  return { raw, dev, ino, publicChanges, inTransaction, db: drizzle(raw, { schema, casing: "snake_case" }) };
}

// A development server reloads modules: one connection per process.
const holder = globalThis as { paddockDatabase?: ReturnType<typeof open> };
let observer: DatabaseObserver | undefined;

function connection() {
  holder.paddockDatabase ??= open(env().databaseFile);
  return holder.paddockDatabase;
}

/** DATABASE_URL, opened at first use. The only place that opens it. */
export function db(): Db {
  return connection().db;
}

/** Later connections report to `watch`; without an observer nothing is measured. */
export function observeDatabase(watch: DatabaseObserver): void {
  observer = watch;
}

export function closeDatabase(): void {
  holder.paddockDatabase?.raw.close();
  holder.paddockDatabase = undefined;
}

/**
 * IMMEDIATE, because a deferred transaction that reads first fails if another process writes in between. `work` is
 * synchronous and short; a nested transaction joins the outer one.
 */
export function transaction<T>(work: () => T): T {
  const { raw, inTransaction } = connection();
  return raw.inTransaction ? work() : (inTransaction(work) as T);
}

/**
 * Consistent, page by page: two copies differ only in changed pages. In one step, so writers are not blocked and cannot
 * restart the copy. `file` must not exist.
 */
export async function copyDatabase(file: string): Promise<void> {
  await connection().raw.backup(file, { progress: () => 0x7fffffff });
  const copy = new Database(file);
  // In WAL mode a reader would create two more files.
  copy.pragma("journal_mode = DELETE");
  copy.close();
}

export function analyzeDatabase(): void {
  connection().raw.pragma("analysis_limit = 1000");
  connection().raw.exec("ANALYZE");
}

export function pingDatabase(): void {
  connection().raw.prepare("SELECT 1").get();
}

export function isReplacedBy(current: Pick<Stats, "dev" | "ino">): boolean {
  const { dev, ino } = connection();
  return current.dev !== dev || current.ino !== ino;
}

/**
 * Writes the row of health checks, at most once per `interval`. Never waits: another process's write proves that the
 * database is writable.
 * @param time, interval ms
 * @throws SqliteError if not writable
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
 * Raised by triggers in the transaction of any write (table `public_changes`). Results of public rows are valid until
 * it changes. The first call after a suspension's end makes its rows public again.
 */
export function publicVersion(): number {
  const { raw, publicChanges } = connection();
  const { version, ends } = publicChanges();
  if (ends === null || ends > now()) return version;
  try {
    raw.prepare("UPDATE users SET hide_all = 0 WHERE hide_all = 1 AND hidden_until <= ?").run(now());
  } catch {
    // Such as a full disk: readers must not fail. The next request tries again.
    return version;
  }
  return publicChanges().version;
}

export const siteVersion = (): number => connection().publicChanges().site;

/** Of `columns`, if given, such as `garages.user_id`. */
export function isUniqueViolation(error: unknown, columns?: string): boolean {
  if (!(error instanceof Error)) return false;
  const cause = error.cause instanceof Error ? error.cause : error;
  return /UNIQUE constraint failed/.test(cause.message) && (columns === undefined || cause.message.includes(columns));
}

/** Built once per connection. `build` returns a prepared Drizzle query; values come in through `sql.placeholder`. */
export function prepared<T>(build: (database: Db) => T): () => T {
  return preparedOn(db, build);
}

/** `prepared` for another database, such as a data file. */
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

/** Any number of ids in one statement, bound as the JSON array `ids`. */
export const isAmongIds = (column: Column) =>
  sql`${column} IN (SELECT value FROM json_each(${sql.placeholder("ids")}))`;

/** Runs a query of one column of ids. Arrays instead of row objects, because there may be a thousand. */
export const listIds = (query: SQL): number[] =>
  db()
    .values<[number]>(query)
    .map(([id]) => id);

/**
 * Caches values of public data until it changes, per connection (LRU).
 * @param max entries
 * @param currentVersion changes when they become invalid
 */
export function memoized<Answer extends object | number>(
  max: number,
  currentVersion = publicVersion,
): (key: string, readAnswer: () => Answer) => Answer {
  const memo = prepared(() => ({ answers: new LRUCache<string, Answer>({ max }), version: -1 }));
  return (key, readAnswer) => {
    const version = currentVersion();
    const answerCache = memo();
    if (version !== answerCache.version) answerCache.answers.clear();
    answerCache.version = version;
    const cachedAnswer = answerCache.answers.get(key);
    if (cachedAnswer !== undefined) return cachedAnswer;
    const answer = readAnswer();
    answerCache.answers.set(key, answer);
    return answer;
  };
}

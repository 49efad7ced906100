import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import type { Db } from "./client.server";
import * as schema from "./schema";

export interface DatabaseFacts {
  rows: Record<string, number>;
  /** Of integrity_check and foreign_key_check. */
  problems: string[];
}

/**
 * The file must not be in use by a server.
 * @throws if it is no database
 */
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

export function readDatabaseFile<T>(file: string, read: (database: Db) => T): T {
  return withFile(file, (raw) => read(drizzle(raw, { schema, casing: "snake_case" })));
}

/**
 * The site's backup tag; null if unreadable.
 * @param time `tookThen`: the site made a complete backup into `place` at this time
 */
export function readBackupOwner(file: string, place: string, time: number): { id: string; tookThen: boolean } | null {
  try {
    return withFile(file, (raw) => {
      const id = raw.prepare("SELECT backup_id FROM site").pluck().get() as string;
      const whole = "place = ? AND error IS NULL AND started_at <= ? AND finished_at >= ?";
      const run = raw.prepare(`SELECT 1 FROM backup_runs WHERE ${whole}`).get(place, time, time);
      return { id, tookThen: run !== undefined };
    });
  } catch {
    return null;
  }
}

/** @throws if it is not a site's database */
export function countSite(file: string): { members: number; photos: number } {
  const counts = "SELECT (SELECT count(*) FROM users) AS members, (SELECT count(*) FROM photos) AS photos";
  return withFile(file, (raw) => raw.prepare(counts).get() as { members: number; photos: number });
}

function withFile<T>(file: string, work: (raw: Database.Database) => T): T {
  const raw = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return work(raw);
  } finally {
    raw.close();
  }
}

export function isDatabaseInUse(file: string): boolean {
  const raw = new Database(file, { timeout: 0 });
  try {
    // Leaving WAL mode needs exclusive access.
    raw.pragma("journal_mode = DELETE");
    return false;
  } catch (error) {
    return error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");
  } finally {
    raw.close();
  }
}

/**
 * At most until this process ends.
 * @returns releases the lock; null if another process has it
 */
export function lockFile(file: string): (() => void) | null {
  const raw = new Database(file, { timeout: 0 });
  try {
    raw.exec("BEGIN EXCLUSIVE");
    return () => raw.close();
  } catch (error) {
    raw.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return null;
    throw error;
  }
}

/**
 * Sets a new `site.site_id` in an unused file, so that the copy does not own the original's bucket. Also deletes the
 * backup run in progress during the copy.
 */
export function renewSite(file: string): void {
  const raw = new Database(file, { fileMustExist: true });
  try {
    const hasSiteTable = raw.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'site'").get();
    // The migration creates the first id.
    if (!hasSiteTable) return;
    raw.exec("UPDATE site SET site_id = lower(hex(randomblob(16)))");
    raw.exec("DELETE FROM backup_runs WHERE finished_at IS NULL");
  } finally {
    raw.close();
  }
}

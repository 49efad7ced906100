import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { EnvError, env } from "~/env.server";
import { toIso } from "~/lib/time";
import { type Db, db } from "./client.server";
import { readDatabaseFile } from "./database-files.server";

const FOLDER = "drizzle";

/** Oldest first; `when` in ms since 1970. */
const knownMigrations = (): { tag: string; when: number }[] =>
  JSON.parse(readFileSync(path.join(FOLDER, "meta/_journal.json"), "utf8")).entries;

function tablesOf(database: Db): string[] {
  const tables = database.all<{ name: string }>(
    sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'`,
  );
  return tables.map(({ name }) => name);
}

/** Creation times, ms since 1970. */
function appliedMigrations(database: Db): number[] {
  if (!tablesOf(database).includes("__drizzle_migrations")) return [];
  const rows = database.all<{ at: number }>(sql`SELECT created_at AS at FROM __drizzle_migrations ORDER BY created_at`);
  return rows.map(({ at }) => Number(at));
}

/**
 * Why this version must not use a file, as the end of a sentence: another program's, or migrated by a newer version.
 * Undefined if usable.
 * @throws if it is no database
 */
export function findForeignOrigin(file: string): string | undefined {
  return readDatabaseFile(file, (database) => {
    const migrations = knownMigrations();
    const applied = appliedMigrations(database);
    const unknown = applied.filter((at) => migrations.every(({ when }) => when !== at));
    const isEmpty = applied.length === 0 && tablesOf(database).every((name) => name === "__drizzle_migrations");
    if (isEmpty) return undefined;
    if (applied.length === unknown.length) return "is a database of another program";
    const [newest, newestUnknown] = [migrations.at(-1)!, unknown.at(-1)];
    if (newestUnknown === undefined) return undefined;
    return `was migrated by a newer version: it has a migration of ${toIso(newestUnknown)}, and this version knows them up to ${newest.tag} of ${toIso(newest.when)}`;
  });
}

/** @throws EnvError if this version must not migrate the database */
export function migrateDatabase(): { migrations: number; ms: number } {
  const { databaseFile } = env();
  const problem = existsSync(databaseFile) ? foreignOriginOf(databaseFile) : undefined;
  if (problem) throw new EnvError(`DATABASE_URL is wrong: ${databaseFile} ${problem}`);
  const start = performance.now();
  const before = appliedMigrations(db()).length;
  migrate(db(), { migrationsFolder: FOLDER });
  return { migrations: appliedMigrations(db()).length - before, ms: Math.round(performance.now() - start) };
}

/** `when` in ms since 1970. */
export function newestMigration(): { tag: string; when: number } | null {
  const newest = appliedMigrations(db()).at(-1);
  return knownMigrations().find(({ when }) => when === newest) ?? null;
}

function foreignOriginOf(file: string): string | undefined {
  try {
    return findForeignOrigin(file);
  } catch {
    return undefined;
  }
}

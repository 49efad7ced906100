import { readFileSync, rmSync } from "node:fs";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { closeDatabase } from "~/db/client.server";
import { migrateDatabase } from "~/db/migrations.server";
import { env } from "~/env.server";
import { checkOrigin, soundRows } from "~/services/backups/folder.server";

const { entries }: { entries: { when: number; tag: string }[] } = JSON.parse(
  readFileSync("drizzle/meta/_journal.json", "utf8"),
);
const newest = entries.at(-1)!;

function onFile<T>(work: (raw: Database.Database) => T): T {
  closeDatabase();
  const raw = new Database(env().databaseFile);
  try {
    return work(raw);
  } finally {
    raw.close();
  }
}

const addMigration = (when: number) =>
  onFile((raw) => raw.prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', ?)").run(when));

const replaceFile = (statements: string) => {
  closeDatabase();
  for (const suffix of ["", "-wal", "-shm"]) rmSync(env().databaseFile + suffix, { force: true });
  onFile((raw) => raw.exec(statements));
};

const tables = () => onFile((raw) => raw.prepare("SELECT name FROM sqlite_schema ORDER BY name").pluck().all());

test("a migration logs their number and duration", () => {
  expect(migrateDatabase()).toEqual({ migrations: 0, ms: expect.any(Number) });
  replaceFile("");
  expect(migrateDatabase()).toEqual({ migrations: entries.length, ms: expect.any(Number) });
});

test.each([
  ["newer than all", newest.when + 60_000],
  ["between two", newest.when - 1],
])("a database with an unknown migration (%s) is refused, and restored from no backup", (_, when) => {
  addMigration(when);
  const problem = `was migrated by a newer version: it has a migration of ${new Date(when).toISOString()}, and this version knows them up to ${newest.tag} of ${new Date(newest.when).toISOString()}`;
  expect(migrateDatabase).toThrow(`DATABASE_URL is wrong: ${env().databaseFile} ${problem}`);
  closeDatabase();
  expect(() => checkOrigin(env().databaseFile)).toThrow(`The database of the backup ${problem}.`);
  expect(soundRows(env().databaseFile)).toMatchObject({ users: 0 });
});

test.each([
  ["of another program", "CREATE TABLE notes (a)"],
  [
    "of another program with the same tool",
    "CREATE TABLE __drizzle_migrations (id, hash, created_at); INSERT INTO __drizzle_migrations VALUES (1, 'x', 7)",
  ],
])("a database %s is refused by its path, and stays as it is", (_, statements) => {
  replaceFile(statements);
  const before = tables();
  expect(migrateDatabase).toThrow(`DATABASE_URL is wrong: ${env().databaseFile} is a database of another program`);
  expect(tables()).toEqual(before);
});

test("a start that was killed before its first migration is no other program", () => {
  replaceFile("CREATE TABLE __drizzle_migrations (id, hash, created_at)");
  expect(migrateDatabase()).toMatchObject({ migrations: entries.length });
});

import { copyFileSync, rmSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { closeDatabase, db } from "~/db/client.server";
import { migrateDatabase } from "~/db/migrations.server";
import { env } from "~/env.server";
import { setClock } from "~/lib/time";
import { loadExclusively, suspendIndexes } from "~/seed/bulk-load";
import { seedDatabase } from "~/seed/seed";
import { counterProblems, mapProblems } from "../support/population";

vi.mock("~/seed/picture-files", () => ({
  storePictures: async (_kind: string, files: readonly string[]) => files.map((name) => ({ name, bytes: 7 })),
}));

const LOAD = { garages: 40, vehicles: 400, seed: 1, photos: 2 };
const seedLoad = () => seedDatabase(LOAD, undefined, { isDemo: false });

const raw = () => db().$client;

const schema = () => raw().prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY tbl_name, type, rowid").all();

/** Different in every database. */
const RANDOM: Record<string, string> = { users: ", '' AS password_hash", site: ", '' AS site_id, '' AS backup_id" };

function everyRow(): Record<string, string[]> {
  const tables = raw()
    .prepare(
      `SELECT name FROM pragma_table_list WHERE type IN ('table', 'virtual') AND name NOT GLOB '__*'
       AND name NOT GLOB 'sqlite_s[ct]*'`,
    )
    .pluck()
    .all() as string[];
  const rows = (table: string) =>
    raw()
      .prepare(`SELECT *${RANDOM[table] ?? ""} FROM ${table}`)
      .all()
      .map((row) => JSON.stringify(row))
      .sort();
  return Object.fromEntries(tables.map((table) => [table, rows(table)]));
}

const settings = () =>
  ["foreign_keys", "cache_size", "temp_store", "journal_mode", "busy_timeout"].map((name) =>
    raw().pragma(name, { simple: true }),
  );

async function besideAReader<T>(work: () => Promise<T>): Promise<T> {
  const otherConnection = new Database(env().databaseFile);
  try {
    otherConnection.prepare("SELECT count(*) FROM users").get();
    return await work();
  } finally {
    otherConnection.close();
  }
}

/** Higher after a rebuild. */
const indexMade = () =>
  raw().prepare("SELECT rowid FROM sqlite_schema WHERE name = 'vehicles_newest'").pluck().get() as number;

describe("a load test", { timeout: 90_000 }, () => {
  beforeEach(() => setClock(() => Date.UTC(2026, 4, 20, 12)));

  it("leaves the same behind as row by row, with an empty database to itself", async () => {
    const [objects, set] = [indexMade(), settings()];
    const quick = await seedLoad();
    const [schemaBefore, rows] = [schema(), everyRow()];
    expect(indexMade()).toBeGreaterThan(objects);
    expect(settings()).toEqual(set);
    expect(counterProblems(raw())).toEqual([]);
    expect(mapProblems(raw())).toEqual([]);
    expect(raw().pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
    expect(raw().pragma("foreign_key_check")).toEqual([]);
    for (const words of ["vehicles_fts", "garages_fts", "users_fts", "users_email_fts"])
      raw().exec(`INSERT INTO ${words} (${words}, rank) VALUES ('integrity-check', 1)`);

    closeDatabase();
    for (const suffix of ["", "-wal", "-shm"]) rmSync(env().databaseFile + suffix, { force: true });
    migrateDatabase();
    const slow = await besideAReader(() => seedLoad());
    expect(indexMade()).toBe(objects);
    expect({ ...slow, seconds: 0 }).toEqual({ ...quick, seconds: 0 });
    expect(schemaBefore).toEqual(schema());
    const expected = everyRow();
    expect(Object.keys(rows)).toEqual(Object.keys(expected));
    for (const [table, of] of Object.entries(expected)) expect(rows[table], table).toEqual(of);
    expect(rows.activities!.length).toBeGreaterThan(800);
    expect(rows.public_changes).not.toEqual([expect.stringContaining('"version":0')]);
  });

  it("adds to what is there row by row", async () => {
    await seedDatabase({ garages: 1, vehicles: 0, seed: 1, photos: 0 });
    const objects = indexMade();
    await seedLoad();
    expect(indexMade()).toBe(objects);
    expect(counterProblems(raw())).toEqual([]);
  });
});

describe("a load", () => {
  const countUsers = () => raw().prepare("SELECT count(*) FROM users").pluck().get();
  const enter = (name: string) =>
    raw()
      .prepare(
        "INSERT INTO users (name, name_folded, email, password_hash, created_at) VALUES (@name, @name, @name, '', 1)",
      )
      .run({ name });

  it("that fails leaves everything as it was", async () => {
    enter("before");
    const [objects, set] = [schema(), settings()];
    const failing = loadExclusively(
      async () => {
        suspendIndexes(["users", "follows"], ["users_fts_insert"]);
        enter("during");
        throw new Error("no more");
      },
      async () => expect.unreachable(),
    );
    await expect(failing).rejects.toThrow("no more");
    expect([countUsers(), schema(), settings()]).toEqual([1, objects, set]);
  });

  it("an interruption leaves the database as before", async () => {
    enter("before");
    const objects = schema();
    const file = env().databaseFile;
    const copy = `${file}-cut`;
    const { size } = statSync(file);
    await loadExclusively(
      async () => {
        raw().pragma("cache_size = 10");
        suspendIndexes(["users", "follows"], ["users_fts_insert"]);
        for (let index = 0; index < 20_000; index++) enter(`during ${index}`);
        // As after a crash, with a journal for the rollback.
        expect(statSync(file).size).toBeGreaterThan(2 * size);
        for (const suffix of ["", "-journal"]) copyFileSync(file + suffix, copy + suffix);
      },
      async () => expect.unreachable(),
    );
    const cutCopy = new Database(copy);
    try {
      expect(cutCopy.prepare("SELECT count(*) FROM users").pluck().get()).toBe(1);
      expect(cutCopy.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
      const query = "SELECT type, name, sql FROM sqlite_schema ORDER BY tbl_name, type, rowid";
      expect(cutCopy.prepare(query).all()).toEqual(objects);
    } finally {
      cutCopy.close();
      for (const suffix of ["", "-journal"]) rmSync(copy + suffix, { force: true });
    }
  });

  it("locks others out, and works row by row if they came first", async () => {
    const otherConnection = new Database(env().databaseFile, { timeout: 0 });
    const read = () => otherConnection.prepare("SELECT count(*) FROM users").get();
    await loadExclusively(
      async () => expect(read).toThrow("locked"),
      async () => expect.unreachable(),
    );
    read();
    await loadExclusively(
      async () => expect.unreachable(),
      async () => expect(read()).toBeTruthy(),
    );
    otherConnection.close();
    expect(() => suspendIndexes(["vehicles"], ["no_such_trigger"])).toThrow("no_such_trigger");
  });
});

import { copyFileSync, renameSync, rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { db, publicVersion } from "~/db/client.server";
import { findDatabaseProblem } from "~/db/health.server";
import { healthChecks } from "~/db/schema";
import { env } from "~/env.server";
import { now, SECOND, setClock } from "~/lib/time";
import { allRows } from "../support/rows";

afterEach(() => {
  setClock();
  db().run(sql`PRAGMA query_only = OFF`);
});

test("a health check writes a row of its own, at most every 10 seconds, which visitors do not notice", async () => {
  let clock = now();
  setClock(() => clock);
  const version = publicVersion();
  const rowsAfter = async (ms: number) => {
    clock += ms;
    expect(await findDatabaseProblem()).toBeUndefined();
    return allRows(healthChecks);
  };
  const first = clock;
  expect(await rowsAfter(0)).toEqual([{ id: 1, at: first }]);
  expect(await rowsAfter(10 * SECOND - 1)).toEqual([{ id: 1, at: first }]);
  expect(await rowsAfter(1)).toEqual([{ id: 1, at: first + 10 * SECOND }]);
  // A clock that was ahead is corrected.
  expect(await rowsAfter(-1000 * SECOND)).toEqual([{ id: 1, at: first - 990 * SECOND }]);
  expect(publicVersion()).toBe(version);
});

test("a health check names the database's problem: read-only, removed, replaced", async () => {
  const file = env().databaseFile;
  db().run(sql`PRAGMA query_only = ON`);
  setClock(() => Date.now() + 100 * SECOND);
  expect(await findDatabaseProblem()).toBe("the database cannot be written: SQLITE_READONLY");
  db().run(sql`PRAGMA query_only = OFF`);
  expect(await findDatabaseProblem()).toBeUndefined();
  renameSync(file, `${file}.away`);
  expect(await findDatabaseProblem()).toBe("the database file is missing");
  copyFileSync(`${file}.away`, file);
  expect(await findDatabaseProblem()).toBe("the database file was replaced while the site was running");
  rmSync(file);
  renameSync(`${file}.away`, file);
  expect(await findDatabaseProblem()).toBeUndefined();
});

test("a health check succeeds without waiting while another process writes", async () => {
  const { default: Database } = await import("better-sqlite3");
  const otherConnection = new Database(env().databaseFile);
  otherConnection.exec("BEGIN IMMEDIATE");
  setClock(() => Date.now() + 200 * SECOND);
  const started = performance.now();
  expect(await findDatabaseProblem()).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(2_000);
  otherConnection.exec("ROLLBACK");
  otherConnection.close();
});

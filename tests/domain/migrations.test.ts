import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  moveOnMap,
  numbers,
  populate,
  populateAttendances,
  populatePlaces,
  rowCounts,
  wrongCounters,
  wrongOnMap,
} from "../support/population";

/** The first release's migrations; what came later is tried on a database that people had filled by then. */
const FIRST_RELEASE = 2;
/** Those before sign-ups stood beside the accounts. */
const BEFORE_SIGN_UPS = 7;
/** Those before photos knew whether they are hidden. */
const UNHIDDEN_PHOTOS = 8;

let folder: string;
let raw: Database.Database;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "paddock-migrations-"));
  raw = new Database(":memory:");
  raw.pragma("foreign_keys = ON");
});

afterEach(() => {
  raw.close();
  rmSync(folder, { recursive: true });
});

/** Applies the first `count` migrations, or all. */
function migrateTo(count = Number.POSITIVE_INFINITY): void {
  cpSync("drizzle", folder, { recursive: true });
  const journal = path.join(folder, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(readFileSync(journal, "utf8"));
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, count) }));
  migrate(drizzle(raw), { migrationsFolder: folder });
}

function expectSound(): void {
  expect(raw.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(raw.pragma("foreign_key_check")).toEqual([]);
  for (const table of ["garages_fts", "users_fts", "users_email_fts", "vehicles_fts", "events_fts"]) {
    raw.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('integrity-check', 1)`).run();
  }
  expect(wrongCounters(raw)).toEqual([]);
  expect(wrongOnMap(raw)).toEqual([]);
}

describe("migrations", () => {
  test("apply on an empty database, and a second time change nothing", () => {
    migrateTo();
    const schema = raw.prepare("SELECT sql FROM sqlite_schema ORDER BY name").all();
    migrateTo();
    expect(raw.prepare("SELECT sql FROM sqlite_schema ORDER BY name").all()).toEqual(schema);
    expectSound();
  });

  test("apply on a database that people have filled, and lose nothing", () => {
    migrateTo(FIRST_RELEASE);
    populate(raw);
    const before = rowCounts(raw);
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
    migrateTo();
    expect(rowCounts(raw)).toMatchObject(before);
    expectSound();
  });

  test("put who was never verified beside the accounts, with the links that are under way", () => {
    migrateTo(BEFORE_SIGN_UPS);
    const person = raw.prepare(
      "INSERT INTO users (id, name, name_folded, email, password_hash, active, verified_at, created_at) VALUES (?, 'A', 'a', ?, 'hash', 1, ?, 1000)",
    );
    person.run(1, "waiting@example.com", null);
    person.run(2, "verified@example.com", 2000);
    const token = raw.prepare(
      "INSERT INTO mail_tokens (user_id, purpose, token_hash, created_at, expires_at) VALUES (?, ?, ?, 1, 2)",
    );
    token.run(1, "verify-email", "under way");
    token.run(2, "reset-password", "another");
    migrateTo();
    expect(raw.prepare("SELECT email FROM users").pluck().all()).toEqual(["verified@example.com"]);
    expect(
      raw.prepare("SELECT email, token_hash FROM sign_ups JOIN sign_up_tokens ON sign_up_id = sign_ups.id").raw().all(),
    ).toEqual([["waiting@example.com", "under way"]]);
    expect(raw.prepare("SELECT token_hash FROM mail_tokens").pluck().all()).toEqual(["another"]);
    expectSound();
  });

  test("the audit log cannot be changed, not by REPLACE either", () => {
    migrateTo();
    const insert = "INTO audit_log (id, actor_name, action, subject_type, subject_id, created_at) VALUES";
    raw.exec(`INSERT ${insert} (7, 'Ada', 'user.deactivate', 'user', '1', 1)`);
    for (const change of [
      `INSERT OR REPLACE ${insert} (7, 'Bob', 'nothing', 'user', '1', 1)`,
      `REPLACE ${insert} (7, 'Bob', 'nothing', 'user', '1', 1)`,
      `INSERT ${insert} (7, 'Bob', 'nothing', 'user', '1', 1) ON CONFLICT (id) DO UPDATE SET actor_name = 'Bob'`,
      "UPDATE OR REPLACE audit_log SET id = 8",
      "DELETE FROM audit_log",
    ]) {
      expect(() => raw.exec(change), change).toThrow("append-only");
    }
    raw.exec(`INSERT ${insert} (NULL, 'Bob', 'user.deactivate', 'user', '2', 1)`);
    expect(raw.prepare("SELECT actor_name FROM audit_log ORDER BY id").pluck().all()).toEqual(["Ada", "Bob"]);
  });

  test("hide the photos of who is deactivated already", () => {
    migrateTo(UNHIDDEN_PHOTOS);
    populate(raw);
    raw.prepare("UPDATE users SET active = 0 WHERE id % 2 = 0").run();
    migrateTo();
    const photos = raw.prepare("SELECT hidden, count(*) > 0 FROM photos GROUP BY hidden").raw().all();
    expect(photos).toEqual([
      [0, 1],
      [1, 1],
    ]);
    expectSound();
  });
});

describe("counters", () => {
  beforeEach(() => {
    migrateTo();
    populate(raw);
    populateAttendances(raw);
    populatePlaces(raw);
  });

  const some = (table: string, next: () => number) => {
    const ids = raw.prepare(`SELECT rowid FROM ${table}`).pluck().all() as number[];
    return ids[Math.floor(next() * ids.length)];
  };

  test("follow inserts", () => {
    expectSound();
    const liked = raw.prepare("SELECT sum(like_count) FROM vehicles").pluck().get();
    expect(liked).toBe(raw.prepare("SELECT count(*) FROM likes").pluck().get());
    expect(liked).toBeGreaterThan(0);
    const coming = raw.prepare("SELECT sum(attendance_count) FROM events").pluck().get();
    expect(coming).toBe(raw.prepare("SELECT count(*) FROM event_attendances").pluck().get());
    expect(coming).toBeGreaterThan(0);
    const shown = raw.prepare("SELECT kind, count(*) FROM map_things GROUP BY 1").raw().all() as number[][];
    expect(shown.map(([kind, count]) => [kind, count! > 3])).toEqual([
      [0, true],
      [1, true],
    ]);
    expect(raw.prepare("SELECT max(things) FROM map_cells WHERE level = 12").pluck().get()).toBeGreaterThan(1);
  });

  test.each(["garages", "events"])("follow %s that move on the map, appear and go", (table) => {
    const next = numbers(13);
    for (let i = 0; i < 60; i += 1) moveOnMap(raw, table, some(table, next)!, next);
    expectSound();
    raw.prepare(`UPDATE ${table} SET place_id = NULL`).run();
    expect(
      raw
        .prepare("SELECT count(*) FROM map_things WHERE kind = ?")
        .pluck()
        .get(Number(table === "events")),
    ).toBe(0);
    expectSound();
  });

  test("follow garages and events that are new, with a place", () => {
    const [garage, event] = ["garages", "events"].map((table) => {
      const row = raw.prepare(`SELECT * FROM ${table} LIMIT 1`).get() as Record<string, unknown>;
      raw.prepare(`DELETE FROM ${table} WHERE id = ?`).run(row.id);
      return { ...row, place_id: 2, show_on_map: 1, status: "approved" } as Record<string, unknown>;
    });
    const insert = (table: string, row: Record<string, unknown>) => {
      const names = raw.pragma(`table_info(${table})`) as { name: string }[];
      const columns = names.map(({ name }) => name);
      raw
        .prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map((name) => `@${name}`)})`)
        .run(Object.fromEntries(columns.map((name) => [name, row[name] ?? null])));
    };
    const count = () => raw.prepare("SELECT count(*) FROM map_things").pluck().get() as number;
    const before = count();
    insert("garages", garage!);
    insert("events", event!);
    expect(count()).toBe(before + 2);
    expect(wrongOnMap(raw)).toEqual([]);
  });

  test.each([
    "photos",
    "likes",
    "comments",
    "reviews",
    "follows",
    "event_attendances",
    "events",
    "vehicles",
    "garages",
  ])("follow deletes from %s", (table) => {
    const next = numbers(3);
    for (let i = 0; i < 5; i += 1) raw.prepare(`DELETE FROM ${table} WHERE rowid = ?`).run(some(table, next));
    expectSound();
  });

  test("follow a changed rating", () => {
    raw.prepare("UPDATE reviews SET rating = 6 - rating").run();
    expectSound();
  });

  test("follow the deletion of a person, which takes everything of theirs along", () => {
    const user = raw.prepare("SELECT user_id FROM comments GROUP BY 1 ORDER BY count(*) DESC").pluck().get();
    raw.prepare("DELETE FROM users WHERE id = ?").run(user);
    const own = ["garages", "vehicles", "likes", "comments", "reviews", "event_attendances", "sessions", "mail_tokens"];
    for (const table of own) {
      expect(raw.prepare(`SELECT count(*) FROM ${table} WHERE user_id = ?`).pluck().get(user), table).toBe(0);
    }
    expect(raw.prepare("SELECT count(*) FROM events WHERE user_id IS NULL").pluck().get()).toBe(1);
    expect(raw.prepare("SELECT count(*) FROM tickets WHERE user_id IS NULL").pluck().get()).toBe(1);
    expectSound();
  });

  test("follow deactivation, and reactivation brings back what was there", () => {
    const state = () =>
      [
        "users",
        "garages",
        "vehicles",
        "likes",
        "comments",
        "reviews",
        "follows",
        "events",
        "event_attendances",
        "site_totals",
      ].map((table) => raw.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all());
    const before = state();
    const setActive = (id: number, active: number) =>
      raw.prepare("UPDATE users SET active = ? WHERE id = ?").run(active, id);
    for (const id of [3, 4, 5]) {
      setActive(id, 0);
      expectSound();
    }
    expect(raw.prepare("SELECT total FROM site_totals WHERE name = 'garages'").pluck().get()).toBe(9);
    expect(state()).not.toEqual(before);
    for (const id of [4, 5, 3]) {
      setActive(id, 1);
      expectSound();
    }
    expect(state()).toEqual(before);
  });

  test("a vehicle that is gone leaves its owner coming without it", () => {
    const before = raw
      .prepare("SELECT count(*), sum(vehicle_id IS NULL) FROM event_attendances")
      .raw()
      .get() as number[];
    const brought = "SELECT vehicle_id FROM event_attendances WHERE vehicle_id IS NOT NULL LIMIT 1";
    const vehicle = raw.prepare(brought).pluck().get();
    const times = raw.prepare("SELECT count(*) FROM event_attendances WHERE vehicle_id = ?").pluck().get(vehicle);
    raw.prepare("DELETE FROM vehicles WHERE id = ?").run(vehicle);
    const after = raw.prepare("SELECT count(*), sum(vehicle_id IS NULL) FROM event_attendances").raw().get();
    expect(after).toEqual([before[0], Number(before[1]) + Number(times)]);
    expectSound();
  });

  test("survive a deactivated person's vehicle, and the person, being deleted", () => {
    raw.prepare("UPDATE users SET active = 0 WHERE id IN (2, 6)").run();
    raw.prepare("DELETE FROM vehicles WHERE id = (SELECT min(id) FROM vehicles WHERE user_id = 2)").run();
    raw.prepare("DELETE FROM users WHERE id = 2").run();
    expectSound();
    raw.prepare("UPDATE users SET active = 1").run();
    expectSound();
  });

  test("stay right under a long random mixture", () => {
    const next = numbers(11);
    const tables = ["photos", "likes", "comments", "reviews", "follows", "event_attendances", "vehicles"];
    for (let i = 0; i < 120; i += 1) {
      const dice = next();
      if (dice < 0.4)
        raw
          .prepare(`DELETE FROM ${tables[Math.floor(next() * tables.length)]} WHERE rowid = ?`)
          .run(some("comments", next));
      else if (dice < 0.7) {
        const table = dice < 0.55 ? "garages" : "events";
        moveOnMap(raw, table, some(table, next)!, next);
      } else if (dice < 0.97) raw.prepare("UPDATE users SET active = 1 - active WHERE id = ?").run(some("users", next));
      else raw.prepare("DELETE FROM users WHERE id = ?").run(some("users", next));
    }
    expectSound();
  });

  test("a wrong counter would be seen", () => {
    raw.prepare("UPDATE vehicles SET like_count = like_count + 1 WHERE id = 1").run();
    expect(wrongCounters(raw)).toHaveLength(1);
  });

  test("a wrong square of the map would be seen", () => {
    raw.prepare("UPDATE map_cells SET things = things + 1 WHERE level = 3 AND kind = 0").run();
    expect(wrongOnMap(raw).length).toBeGreaterThan(1);
  });
});

test("the audit log can only grow", () => {
  migrateTo();
  populate(raw);
  expect(() => raw.prepare("UPDATE audit_log SET action = 'nothing'").run()).toThrow(/append-only/);
  expect(() => raw.prepare("DELETE FROM audit_log").run()).toThrow(/append-only/);
});

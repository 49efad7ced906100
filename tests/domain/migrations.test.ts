import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  counterProblems,
  mapProblems,
  moveOnMap,
  numbers,
  populate,
  populateAttendances,
  populatePlaces,
  rowCounts,
} from "../support/population";

/** Before blocks and mutes became one table. */
const TWO_TABLES_OF_BLOCKS = 18;
/** Later ones run on a filled database. */
const FIRST_RELEASE = 2;
/** Before sign-ups were separate from accounts. */
const BEFORE_SIGN_UPS = 7;
/** Before photos had a hidden flag. */
const UNHIDDEN_PHOTOS = 8;
/** Before refusals had new names, and a suspension's hidden things their own end. */
const BEFORE_DECISIONS_BY_MAIL = 22;

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
  for (const table of ["garages_fts", "users_fts", "users_email_fts", "vehicles_fts", "events_fts"])
    raw.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('integrity-check', 1)`).run();
  expect(counterProblems(raw)).toEqual([]);
  expect(mapProblems(raw)).toEqual([]);
}

describe("migrations", () => {
  test("each is later than the one before it: else a database that has that one would never get it", () => {
    const { entries }: { entries: { when: number }[] } = JSON.parse(readFileSync("drizzle/meta/_journal.json", "utf8"));
    const times = entries.map(({ when }) => when);
    expect(times.length).toBeGreaterThan(20);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  });

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

  test("move unverified users out of the accounts, with their pending links", () => {
    migrateTo(BEFORE_SIGN_UPS);
    const user = raw.prepare(
      "INSERT INTO users (id, name, name_folded, email, password_hash, active, verified_at, created_at) VALUES (?, 'A', 'a', ?, 'hash', 1, ?, 1000)",
    );
    user.run(1, "waiting@example.com", null);
    user.run(2, "verified@example.com", 2000);
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

  test("carry blocks and mutes over into one table, with what they hide", () => {
    migrateTo(TWO_TABLES_OF_BLOCKS);
    populate(raw);
    const [user, blocked, muted] = raw.prepare("SELECT id FROM users ORDER BY id LIMIT 3").pluck().all() as number[];
    raw.exec(`DELETE FROM follows;
      INSERT INTO blocks VALUES (${user}, ${blocked}, 5), (${blocked}, ${muted}, 6);
      INSERT INTO mutes VALUES (${user}, ${blocked}, 7), (${user}, ${muted}, 8);
      INSERT INTO follows (follower_id, followed_id, created_at) VALUES (${user}, ${muted}, 9);`);
    migrateTo();
    expect(raw.prepare("SELECT user_id, other_id, kind, created_at FROM blocks ORDER BY 4").raw().all()).toEqual([
      [user, blocked, "block", 5],
      [blocked, muted, "block", 6],
      [user, blocked, "mute", 7],
      [user, muted, "mute", 8],
    ]);
    const mutedFollows = () => raw.prepare("SELECT sum(muted) FROM follows").pluck().get();
    expect(mutedFollows()).toBe(1);
    raw.prepare("DELETE FROM blocks WHERE kind = 'mute'").run();
    expect(mutedFollows()).toBe(0);
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
      "UPDATE audit_log SET action = 'nothing'",
      "DELETE FROM audit_log",
    ])
      expect(() => raw.exec(change), change).toThrow("append-only");
    raw.exec(`INSERT ${insert} (NULL, 'Bob', 'user.deactivate', 'user', '2', 1)`);
    expect(raw.prepare("SELECT actor_name FROM audit_log ORDER BY id").pluck().all()).toEqual(["Ada", "Bob"]);
  });

  test("hide the photos of deactivated users", () => {
    migrateTo(UNHIDDEN_PHOTOS);
    populate(raw);
    raw.prepare("UPDATE users SET active = 0 WHERE id % 2 = 0").run();
    migrateTo();
    const photos = raw.prepare("SELECT hidden, count(*) > 0 FROM photos GROUP BY hidden").raw().all();
    expect(photos).toEqual([
      [0, 1],
      [16, 1],
    ]);
    expectSound();
  });

  test("call what was refused so, end each hiding by its own decision, and count no change of a hidden event", () => {
    migrateTo(BEFORE_DECISIONS_BY_MAIL);
    populate(raw);
    const [ada, bob, staff] = raw.prepare("SELECT id FROM users ORDER BY id LIMIT 3").pluck().all() as number[];
    const [refusedId, waitingId] = raw.prepare("SELECT id FROM comments ORDER BY id LIMIT 2").pluck().all() as number[];
    const event = raw.prepare("SELECT id FROM events ORDER BY id LIMIT 1").pluck().get();
    const suspension = `INSERT INTO cases (kind, thing_id, about, person_name, snapshot, state, measure, created_at,
      person_id, ends_at, hide_all, outcome) VALUES ('comment', 1, '/comments/1', 'A', '{}', 'decided', 'suspend', 1,`;
    raw.exec(`UPDATE comments SET hidden = 4 WHERE id IN (${refusedId}, ${waitingId});
      INSERT INTO holds (user_id, kind, thing_id, reason, created_at) VALUES (${ada}, 'comment', ${refusedId}, 'No.', 1),
        (${ada}, 'comment', ${waitingId}, NULL, 1);
      UPDATE users SET suspended_until = 30, hide_all = 1 WHERE id IN (${ada}, ${bob});
      ${suspension} ${ada}, 30, 0, NULL), ('comment', 2, '', 'A', '{}', 'decided', 'suspend', 1, ${ada}, 3, 1, NULL),
        ('comment', 3, '', 'A', '{}', 'closed', 'suspend', 1, ${ada}, 20, 1, 'overturned');
      INSERT INTO event_changes (event_id, status, created_at, updated_at) VALUES (${event}, 'pending', 1, 1);
      UPDATE events SET status = 'hidden' WHERE id = ${event};
      DELETE FROM notifications;
      INSERT INTO notifications (user_id, kind, detail, count, on_site, mail, created_at)
        VALUES (${staff}, 'admin', 'events', 9, 1, 'off', 1);`);
    migrateTo();
    const hidden = raw.prepare("SELECT hidden & 68 FROM comments WHERE id = ?").pluck();
    expect([hidden.get(refusedId), hidden.get(waitingId)]).toEqual([68, 4]);
    const until = raw.prepare("SELECT hidden_until FROM users WHERE id = ?").pluck();
    expect([until.get(ada), until.get(bob)]).toEqual([3, 30]);
    const pending = raw.prepare("SELECT count(*) FROM events WHERE status = 'pending'").pluck().get();
    expect(raw.prepare("SELECT count FROM notifications").pluck().all()).toEqual(pending === 0 ? [] : [pending]);
    expect(raw.prepare("SELECT count(DISTINCT key) FROM cases").pluck().get()).toBe(3);
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

  const pickRowId = (table: string, next: () => number) => {
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
    const mapCounts = raw.prepare("SELECT kind, count(*) FROM map_things GROUP BY 1").raw().all() as number[][];
    expect(mapCounts.map(([kind, count]) => [kind, count! > 3])).toEqual([
      [0, true],
      [1, true],
    ]);
    expect(raw.prepare("SELECT max(things) FROM map_cells WHERE level = 12").pluck().get()).toBeGreaterThan(1);
  });

  test.each(["garages", "events"])("follow %s that move on the map, appear and go", (table) => {
    const next = numbers(13);
    for (let i = 0; i < 60; i += 1) moveOnMap(raw, table, pickRowId(table, next)!, next);
    expectSound();
    raw.prepare(`UPDATE ${table} SET place_id = NULL`).run();
    const countStatement = raw.prepare("SELECT count(*) FROM map_things WHERE kind = ?").pluck();
    expect(countStatement.get(Number(table === "events"))).toBe(0);
    expectSound();
  });

  const TABLES = "photos likes comments reviews follows event_attendances events vehicles garages".split(" ");

  test("follow deactivation, and reactivation brings back what was there", () => {
    const state = () =>
      ["users", "site_totals", ...TABLES].map((table) => raw.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all());
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
    // Removed during the suspension, they do not come back.
    setActive(2, 0);
    raw.prepare("DELETE FROM vehicles WHERE id = (SELECT min(id) FROM vehicles WHERE user_id = 2)").run();
    raw.prepare("DELETE FROM users WHERE id = 2").run();
    expectSound();
  });

  test("follow what staff hide and hold, and what is shown again is as it was", () => {
    const next = numbers(17);
    const kinds = ["garages", "vehicles", "photos", "build_entries", "comments", "reviews"];
    const state = () =>
      kinds.concat("users", "activities", "site_totals").map((table) => raw.prepare(`SELECT * FROM ${table}`).all());
    const before = state();
    const flipped: [table: string, row: number, bit: number][] = [];
    const flip = (table: string, row: number, bit: number) => {
      if (bit === 32) raw.prepare("UPDATE users SET hide_all = 1 - hide_all WHERE id = ?").run(row);
      else raw.prepare(`UPDATE ${table} SET hidden = (hidden | ${bit}) - (hidden & ${bit}) WHERE rowid = ?`).run(row);
    };
    for (let i = 0; i < 150; i += 1) {
      const table = kinds[Math.floor(next() * kinds.length)]!;
      const [bit, of] = next() < 0.15 ? [32, "users"] : [next() < 0.5 ? 2 : 4, table];
      const row = pickRowId(of, next)!;
      flip(table, row, bit);
      flipped.push([table, row, bit]);
      if (i % 10 === 0) expectSound();
    }
    expect(state()).not.toEqual(before);
    for (const [table, row, bit] of flipped.reverse()) flip(table, row, bit);
    expectSound();
    expect(state()).toEqual(before);
  });

  test("stay right under a long random mixture", () => {
    const next = numbers(11);
    const change = (statement: string, table: string) => raw.prepare(statement).run(pickRowId(table, next));
    for (let i = 0; i < 120; i += 1) {
      const dice = next();
      const deleted = TABLES[Math.floor(next() * TABLES.length)]!;
      const table = dice < 0.55 ? "garages" : "events";
      if (dice < 0.4) change(`DELETE FROM ${deleted} WHERE rowid = ?`, deleted);
      else if (dice < 0.7) moveOnMap(raw, table, pickRowId(table, next)!, next);
      else if (dice < 0.97) change("UPDATE users SET active = 1 - active WHERE id = ?", "users");
      else change("DELETE FROM users WHERE id = ?", "users");
    }
    expectSound();
  });

  test("a wrong counter, or square of the map, would be seen", () => {
    raw.prepare("UPDATE vehicles SET like_count = like_count + 1 WHERE id = 1").run();
    expect(counterProblems(raw)).toHaveLength(1);
    raw.prepare("UPDATE map_cells SET things = things + 1 WHERE level = 3 AND kind = 0").run();
    expect(mapProblems(raw).length).toBeGreaterThan(1);
  });
});

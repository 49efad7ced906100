import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db, publicVersion, transaction } from "~/db/client.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { makeEvent } from "../support/events";
import { makeGarage, makePhoto, makeUser, makeVehicle } from "../support/make-rows";
import { splitList } from "../support/split-list";

/** `unseen`: hidden columns, and those written by other tables' triggers. */
const PUBLIC: Record<string, { unseen: string[]; hide?: string; show?: string }> = {
  users: {
    unseen: [
      ...["id", "email", "password_hash", "follower_count"],
      ...[
        "unread_count",
        "news_seen_at",
        "mail_paused",
        "mail_refused_at",
        "unsubscribe_key",
        "calendar_key",
        "suspended_until",
        "hidden_until",
        "trusted",
        "last_seen_at",
        "storage_bytes",
        "quota_mb",
      ],
    ],
    hide: "active = 0",
    show: "active = 1",
  },
  garages: { unseen: ["id", "vehicle_count", "photo_count", "review_count", "rating_sum"] },
  vehicles: { unseen: ["id", "like_count", "comment_count", "photo_count", "build_count"] },
  build_entries: { unseen: ["id", "photo_count"] },
  photos: { unseen: ["id", "bytes", "cover_rank", "held_caption"] },
  likes: { unseen: [] },
  comments: { unseen: ["id"] },
  reviews: { unseen: ["id"] },
  follows: { unseen: ["muted", "news_seen_at"] },
  events: {
    unseen: [
      ...["id", "rejection_reason", "decided_at", "attendance_count", "image_bytes", "reminded_of", "announced_of"],
      ...["series_id", "recurrence_date", "own_fields", "previous_end"],
    ],
    hide: "status = 'pending'",
    show: "status = 'approved'",
  },
  event_attendances: { unseen: [] },
};

/** Without public rows, or changed only with a table above. */
const OTHERS = {
  "nobody's business": splitList(`
    applications | audit_log | blocks | case_notes | case_pictures | cases | email_changes | event_changes
    holds | identities | invites | mail_outbox | mail_tokens | notification_people | notification_settings
    notifications | passkeys | recovery_codes | reports | second_steps | series_follows | sent_forms | sessions | sign_up_tokens
    sign_ups | suspended_addresses | ticket_replies | tickets | uploads`),
  "set by an admin, and counted whenever it is": ["door", "site_settings", "site_texts"],
  "counted, listed and searched, from the tables above": splitList(`
    activities | makes | map_cells | map_things | models | site_totals | spellings | vehicle_years`),
  "seen only by a garage or an event that is there": ["event_series", "places"],
  "the same for ever": ["map_edges", "map_levels"],
  "the count itself": ["public_changes"],
  "how the site is run": ["backup_runs", "faults", "health_checks", "jobs", "network_blocks", "site", "storage_days"],
};

const rows = <T>(text: string) => db().all<T>(sql.raw(text));
const run = (text: string) => void db().run(sql.raw(text));

function isPublic(write: () => void): boolean {
  const before = publicVersion();
  write();
  return publicVersion() !== before;
}

test("every table is declared visible to visitors or not", () => {
  const tables = rows<{ name: string }>(
    `SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main' AND name NOT GLOB 'sqlite*' AND name NOT GLOB '__*'`,
  ).map(({ name }) => name);
  expect([...Object.keys(PUBLIC), ...Object.values(OTHERS).flat()].sort()).toEqual(tables.sort());
});

describe.each(Object.keys(PUBLIC))("a row of %s", (table) => {
  const { unseen, hide = "hidden = 1", show = "hidden = 0" } = PUBLIC[table]!;
  beforeEach(makeOneOfEach);
  const columns = () =>
    rows<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => name);

  test("counts inserts, deletes and changes of visible columns", () => {
    for (const column of columns()) {
      const write = () => run(`UPDATE ${table} SET ${column} = ${column}`);
      expect([column, isPublic(write)]).toEqual([column, !unseen.includes(column)]);
    }
    expect(isPublic(() => run(`DELETE FROM ${table}`))).toBe(true);
    expect(isPublic(makeOneOfEach)).toBe(true);
  });

  test("counts hiding and showing, and nothing in between", () => {
    expect(isPublic(() => run(`UPDATE ${table} SET ${hide}`))).toBe(true);
    expect(isPublic(() => run(`UPDATE ${table} SET ${hide}`))).toBe(false);
    expect(isPublic(() => run(`UPDATE ${table} SET ${show}`))).toBe(true);
    run(`UPDATE ${table} SET ${hide}`);
    // The others delete other public rows too.
    if (["build_entries", "photos", "likes", "comments", "reviews", "follows", "event_attendances"].includes(table))
      expect(isPublic(() => run(`DELETE FROM ${table}`))).toBe(false);
  });
});

test("does not count invisible changes", () => {
  const { id } = makeUser();
  const writes = [
    () => enqueueMail("verify", "ada@example.com"),
    () =>
      run(
        `INSERT INTO sessions (user_id, token_hash, created_at, last_seen_at, expires_at) VALUES (${id}, 'a', 1, 1, 1)`,
      ),
    () => run(`UPDATE sessions SET last_seen_at = 2`),
    () =>
      run(`INSERT INTO tickets (category, subject, description, created_at, updated_at) VALUES ('a', 'b', 'c', 1, 1)`),
    () => void makeEvent({ id }, { status: "pending" }),
    () => run(`UPDATE events SET status = 'rejected', rejection_reason = 'no'`),
  ];
  for (const write of writes) expect([String(write), isPublic(write)]).toEqual([String(write), false]);
});

test("a write that fails leaves the count as it was", () => {
  const before = publicVersion();
  const failing = () =>
    transaction(() => {
      makeUser();
      expect(publicVersion()).not.toBe(before);
      throw new Error("no");
    });
  expect(failing).toThrow("no");
  expect(publicVersion()).toBe(before);
});

let serial = 0;

function makeOneOfEach(): void {
  const owner = makeUser();
  const garage = makeGarage(owner);
  const vehicle = makeVehicle(garage);
  const otherUser = makeUser();
  const event = makeEvent(owner);
  makePhoto(vehicle, { photo: `${serial++}.jpeg` });
  run(
    `INSERT INTO build_entries (vehicle_id, user_id, kind, title, date, created_at, updated_at)
     VALUES (${vehicle.id}, ${owner.id}, 'Note', 'a', '2020-01-01', 1, 1)`,
  );
  run(`INSERT INTO likes (vehicle_id, user_id, created_at) VALUES (${vehicle.id}, ${otherUser.id}, 1)`);
  run(`INSERT INTO comments (vehicle_id, user_id, text, created_at) VALUES (${vehicle.id}, ${otherUser.id}, 'a', 1)`);
  run(
    `INSERT INTO reviews (garage_id, user_id, rating, review, created_at, updated_at) VALUES (${garage.id}, ${otherUser.id}, 5, 'a', 1, 1)`,
  );
  run(`INSERT INTO follows (follower_id, followed_id, created_at) VALUES (${otherUser.id}, ${owner.id}, 1)`);
  run(`INSERT INTO event_attendances (event_id, user_id, created_at) VALUES (${event.id}, ${otherUser.id}, 1)`);
}

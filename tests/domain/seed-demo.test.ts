import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "~/db/client.server";
import { buildEntries, vehicles } from "~/db/schema";
import { entryInput } from "~/features/build-log/schema.server";
import { listHomeGarages, listRandomGarages } from "~/features/garages/queries.server";
import { listLatestVehicles } from "~/features/vehicles/queries.server";
import { setClock } from "~/lib/time";
import { seedDatabase } from "~/seed/seed";
import { allRows } from "../support/rows";

// The choice of pictures matters, not their bytes.
vi.mock("~/seed/picture-files", () => ({
  storePictures: async (_kind: string, files: readonly string[]) => files.map((name) => ({ name, bytes: 7 })),
}));

const DEMO = { garages: 24, vehicles: 64, seed: 1, photos: 2 };

const column = (query: string): string[] =>
  db()
    .all<{ text: string | null }>(sql.raw(query))
    .flatMap(({ text }) => text ?? []);

/** Each continues after SELECT. */
const LATER = "SELECT 1 FROM build_entries l WHERE l.vehicle_id = e.vehicle_id AND l.date > e.date";
const NEVER = [
  "title AS text FROM events WHERE strftime('%w', start_date) NOT IN ('0', '4', '6')",
  // A gallery picture may be in the build log too, once.
  "photo AS text FROM photos GROUP BY vehicle_id, entry_id IS NULL, photo HAVING count(*) > 1",
  `photo AS text FROM photos p WHERE entry_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM photos g WHERE g.vehicle_id = p.vehicle_id AND g.entry_id IS NULL AND g.photo = p.photo)`,
  // A picture's bytes count once.
  "photo AS text FROM photos WHERE bytes <> iif(entry_id IS NULL, 7, 0)",
  "title AS text FROM events WHERE title LIKE 'First Sunday%' AND NOT strftime('%w %d', start_date) BETWEEN '0 01' AND '0 07'",
  // Owners reply to the question.
  "c.text FROM comments c JOIN vehicles v ON v.id = c.vehicle_id WHERE c.user_id = v.user_id AND c.parent_id IS NULL",
  `a.text FROM comments a JOIN comments c ON c.id = a.parent_id JOIN vehicles v ON v.id = a.vehicle_id
    WHERE a.user_id <> v.user_id OR c.vehicle_id <> a.vehicle_id OR a.created_at < c.created_at OR c.parent_id IS NOT NULL`,
  ...["text", "title"].map(
    (column) => `title AS text FROM build_entries GROUP BY user_id, ${column} HAVING count(*) > 1`,
  ),
  ...[
    "date > '2026-05-20' OR date < (SELECT year || '-01-01' FROM vehicles v WHERE v.id = e.vehicle_id)",
    "created_at < (SELECT created_at FROM vehicles v WHERE v.id = e.vehicle_id)",
    "created_at > unixepoch('2026-05-20 12:00') * 1000 OR date(created_at / 1000, 'unixepoch') < date",
    `EXISTS (${LATER} AND (l.mileage < e.mileage OR l.unit <> e.unit OR l.id < e.id))`,
    "(mileage IS NULL) <> (unit IS NULL) OR (cost IS NULL) <> (currency IS NULL)",
    "(kind = 'Modification') <> (status IS NOT NULL) OR (status IS NULL) <> (area IS NULL)",
  ].map((wrong) => `title AS text FROM build_entries e WHERE ${wrong}`),
  // Right number of likes, none by the user.
  `'wrong' AS text FROM notifications AS told WHERE kind = 'like' AND count <> (
    SELECT count(*) FROM notification_people WHERE notification_id = told.id AND hidden = 0)
    UNION ALL SELECT 'own' FROM notifications WHERE actor_id = user_id`,
];

const twice = (list: readonly string[]) => [...new Set(list.filter((item, index) => list.indexOf(item) !== index))];

it("has eight cases in a small demo too", async () => {
  await seedDatabase({ garages: 5, vehicles: 12, seed: 1, photos: 0 });
  expect(column("SELECT kind AS text FROM cases")).toHaveLength(8);
});

describe("the demo", () => {
  beforeEach(async () => {
    setClock(() => Date.UTC(2026, 4, 20, 12));
    await seedDatabase(DEMO);
  });

  it("repeats no sentence of four words or more", () => {
    const texts = column(`SELECT story AS text FROM vehicles UNION ALL SELECT description FROM vehicles
      UNION ALL SELECT description FROM garages UNION ALL SELECT bio FROM users UNION ALL SELECT text FROM comments
      UNION ALL SELECT review FROM reviews UNION ALL SELECT short_description FROM events WHERE previous_end IS NULL
      UNION ALL SELECT full_description FROM events WHERE previous_end IS NULL`);
    const sentences = texts
      .flatMap((text) => text.split(/(?<=[.!?]["”]?)\s+/))
      .filter((sentence) => sentence.split(/\s+/).length >= 4);
    expect(sentences.length).toBeGreaterThan(500);
    expect(twice(sentences.map((sentence) => sentence.toLowerCase()))).toEqual([]);
    expect(texts.filter((text) => /[{}]|>>|undefined/.test(text))).toEqual([]);
  });

  it("has members seen at different times, a blocked network and invitations for admins to look at", () => {
    expect(column("SELECT DISTINCT (last_seen_at - created_at) / 864e5 AS text FROM users").length).toBeGreaterThan(10);
    expect(column("SELECT network AS text FROM network_blocks")).toEqual(["203.0.113.0/24"]);
    expect(column("SELECT email AS text FROM invites ORDER BY 1")).toEqual(["henk@club.example", "rosa@club.example"]);
  });

  it("has cases and support requests in all states, applications and held posts for staff to look at", () => {
    const of = (table: string, column: string) =>
      db().values(sql.raw(`SELECT ${column}, count(*) FROM ${table} GROUP BY 1 ORDER BY 1`));
    expect(of("cases", "state")).toEqual(Object.entries({ appealed: 1, closed: 2, decided: 2, open: 3 }));
    expect(of("cases", "report_count")).toEqual([[1, 8]]);
    expect(of("applications", "'all'")).toEqual([["all", 3]]);
    expect(of("holds", "kind")).toEqual(Object.entries({ comment: 2, garage: 1, profile: 1 }));
    expect(column("SELECT kind AS text FROM cases WHERE snapshot = '{}'")).toEqual([]);
    expect(of("tickets", "status")).toEqual(Object.entries({ Closed: 1, "In Progress": 2, New: 2 }));
    expect(of("tickets", "user_id IS NULL")).toEqual(Object.entries([4, 1]).map(([by, n]) => [Number(by), n]));
    expect(column(`SELECT text FROM ticket_replies WHERE created_at > ${Date.UTC(2026, 4, 20, 12)}`)).toEqual([]);
    expect(column("SELECT text FROM ticket_replies")).toHaveLength(4);
  });

  it("contains nothing impossible", () => {
    for (const wrong of NEVER) expect([wrong, column(`SELECT ${wrong}`)]).toEqual([wrong, []]);
    expect(column("SELECT title AS text FROM events WHERE title LIKE 'First Sunday%'").length).toBeGreaterThan(10);
    expect(column("SELECT every AS text FROM event_series")).toEqual(["month", "week"]);
    expect(column("SELECT text FROM comments WHERE parent_id IS NOT NULL").length).toBeGreaterThan(20);
  });

  it("shows no picture twice on a page, at home either, garages' own pictures included", () => {
    const covers = column("SELECT cover_photo AS text FROM vehicles");
    const garages = column("SELECT cover_photo AS text FROM garages");
    const events = column("SELECT image AS text FROM events WHERE previous_end IS NULL");
    expect([covers.length, garages.length, events.length > 5]).toEqual([DEMO.vehicles, DEMO.garages, true]);
    expect(twice([...covers, ...garages, ...events])).toEqual([]);
    expect(listHomeGarages(4, true).newest).toHaveLength(4);
    const visible = [...listRandomGarages(24), ...listLatestVehicles({ page: 1, limit: 8 })];
    expect(twice(visible.map(({ coverPhoto }) => coverPhoto!))).toEqual([]);
  });

  it("has build logs of 3 to 12 entries for half of the vehicles, of all kinds, a quarter with pictures, few repeated", () => {
    const sizes = column("SELECT build_count AS text FROM vehicles").map(Number);
    const logs = sizes.filter((size) => size > 0);
    expect(Math.abs(logs.length - DEMO.vehicles / 2)).toBeLessThan(10);
    expect(Math.min(...logs)).toBe(3);
    expect(Math.max(...logs)).toBeGreaterThan(9);
    expect(Math.max(...logs)).toBeLessThanOrEqual(12);
    const texts = column("SELECT title || ' ' || text || ' ' || parts AS text FROM build_entries");
    expect(texts.filter((text) => /\{(?!")|undefined|NaN/.test(text.replace(/\[\{"/g, "")))).toEqual([]);
    // No text repeats often.
    const often = column("SELECT max(n) AS text FROM (SELECT count(*) AS n FROM build_entries GROUP BY text)");
    expect(Number(often[0])).toBeLessThanOrEqual(9);
    const titlesWhere = (condition: string) => column(`SELECT title AS text FROM build_entries e WHERE ${condition}`);
    for (const status of ["Done", "Planned", "Removed"]) expect(titlesWhere(`status = '${status}'`)).not.toEqual([]);
    expect(titlesWhere("cost_is_public = 1").length).toBeGreaterThan(20);
    expect(titlesWhere("cost > 0 AND cost_is_public = 0").length).toBeGreaterThan(20);
    expect(column("SELECT DISTINCT currency AS text FROM build_entries").length).toBeGreaterThan(6);
    const pictured = column("SELECT DISTINCT entry_id AS text FROM photos WHERE entry_id IS NOT NULL").length;
    expect(pictured).toBeGreaterThan(texts.length * 0.2);
    expect(pictured).toBeLessThan(texts.length * 0.34);
  });

  it("has build logs that the form would take", () => {
    const entries = allRows(buildEntries);
    const refusals = entries.flatMap((entry) => {
      const input = { ...entry, cost: entry.cost === null ? undefined : String(entry.cost / 100) };
      const filledFields = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
      const read = entryInput.safeParse(Object.fromEntries(filledFields));
      return read.success ? [] : [entry.title];
    });
    expect(refusals).toEqual([]);
    expect(entries.flatMap(({ parts }) => parts).filter(({ url }) => url !== "").length).toBeGreaterThan(30);
  });

  it("has a spec sheet for every vehicle", () => {
    const sheets = db().select({ specs: vehicles.specs }).from(vehicles).all();
    for (const { specs } of sheets) {
      const names = specs.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(["Engine", "Displacement", "Colour", "Mileage", "Owned since"]));
      expect(twice(names)).toEqual([]);
      expect(specs.filter(({ name, value }) => name.length > 60 || value.length > 200 || /[{}~|]/.test(value))).toEqual(
        [],
      );
    }
  });

  it("has each vehicle as another model, and letters that every system font has", () => {
    expect(twice(column("SELECT make || ' ' || model AS text FROM vehicles"))).toEqual([]);
    const names = column("SELECT name AS text FROM users UNION ALL SELECT name FROM garages");
    expect(names.filter((name) => !/^[\p{Script=Latin}\p{Script=Common}]+$/u.test(name))).toEqual([]);
  });

  it("creates notifications as the site would, and no mails", () => {
    expect(Number(column("SELECT unread_count AS text FROM users ORDER BY id")[0])).toBeGreaterThan(0);
    const kinds = column("SELECT DISTINCT kind AS text FROM notifications ORDER BY 1");
    expect(kinds).toEqual(["comment", "follow", "like", "reply", "review"]);
    expect(column("SELECT DISTINCT mail AS text FROM notifications")).toEqual(["off"]);
  });
});

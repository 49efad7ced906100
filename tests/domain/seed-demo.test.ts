import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "~/db/client.server";
import { listNewestGarages, listRandomGarages } from "~/features/garages/queries.server";
import { listLatestVehicles } from "~/features/vehicles/queries.server";
import { setClock } from "~/lib/time";
import type { Parked } from "~/seed/art/line-up";
import type { VehicleArt } from "~/seed/art/vehicle-art";
import { seedDatabase } from "~/seed/seed";

// Drawings are looked at elsewhere; here only which one stands where counts, so none is encoded.
vi.mock("~/seed/images", async (original) => {
  const actual = await original<typeof import("~/seed/images")>();
  const art = await import("~/seed/art/vehicle-art");
  const name = (text: string) => `drawing of ${text}`;
  return {
    ...actual,
    makeSampleImages: async ({ vehicles }: { vehicles: number }) => ({
      own: true,
      avatars: [],
      galleries: Array.from({ length: vehicles }, (_, at) => {
        const body = art.BODY_TYPES[at % art.BODY_TYPES.length]!;
        const arts: VehicleArt[] = art.vehicleGallery(body, Math.floor(at / art.BODY_TYPES.length), 3);
        return { body, paint: arts[0]!.paint, photos: arts.map(({ svg, view }) => ({ name: name(svg), view })) };
      }),
    }),
    makeLineUps: async (groups: readonly (readonly Parked[])[], start: number) => {
      const { lineUpArt } = await import("~/seed/art/line-up");
      return groups.map((parked, at) => name(lineUpArt(parked, start + at)));
    },
  };
});

/** What `npm run demo` makes. */
const DEMO = { garages: 24, vehicles: 90, seed: 1, photos: 4 };

const column = (query: string): string[] =>
  db()
    .all<{ text: string | null }>(sql.raw(query))
    .flatMap(({ text }) => text ?? []);

const twice = (list: readonly string[]) => [...new Set(list.filter((item, at) => list.indexOf(item) !== at))];

describe("the demo", () => {
  beforeEach(async () => {
    setClock(() => Date.UTC(2026, 4, 20, 12));
    await seedDatabase(DEMO);
  });

  it("says no sentence of four words or more twice", () => {
    const texts = column(`SELECT story AS text FROM vehicles UNION ALL SELECT description FROM vehicles
      UNION ALL SELECT description FROM garages UNION ALL SELECT bio FROM users UNION ALL SELECT text FROM comments
      UNION ALL SELECT review FROM reviews UNION ALL SELECT short_description FROM events
      UNION ALL SELECT full_description FROM events`);
    const sentences = texts
      .flatMap((text) => text.split(/(?<=[.!?]["”]?)\s+/))
      .filter((sentence) => sentence.split(/\s+/).length >= 4);
    expect(sentences.length).toBeGreaterThan(600);
    expect(twice(sentences.map((sentence) => sentence.toLowerCase()))).toEqual([]);
    expect(texts.filter((text) => /[{}]|>>|undefined/.test(text))).toEqual([]);
  });

  it("shows no picture twice on a page, garages' own pictures included", () => {
    const covers = column("SELECT cover_photo AS text FROM vehicles");
    const garages = column("SELECT cover_photo AS text FROM garages");
    const events = column("SELECT image AS text FROM events");
    expect(covers).toHaveLength(90);
    expect(garages).toHaveLength(24);
    expect(events.length).toBeGreaterThan(5);
    expect(twice([...covers, ...garages, ...events])).toEqual([]);
    expect(column("SELECT photo AS text FROM photos GROUP BY vehicle_id, photo HAVING count(*) > 1")).toEqual([]);
  });

  it("shows no picture twice at home", () => {
    const newest = listNewestGarages(4);
    const featured = listRandomGarages(24);
    const shown = [
      ...featured.map(({ coverPhoto }) => coverPhoto!),
      ...listLatestVehicles({ page: 1, limit: 8 }).map(({ coverPhoto }) => coverPhoto!),
    ];
    expect(newest).toHaveLength(4);
    expect(twice(shown)).toEqual([]);
  });

  it("has each vehicle as another model", () => {
    expect(twice(column("SELECT make || ' ' || model AS text FROM vehicles"))).toEqual([]);
  });

  it("lets events be on the day that their title says", () => {
    const dates = column("SELECT start_date AS text FROM events WHERE title LIKE 'First Sunday%'").map(
      (text) => new Date(`${text}Z`),
    );
    expect(dates.length).toBeGreaterThan(0);
    for (const date of dates) {
      expect(date.getUTCDay()).toBe(0);
      expect(date.getUTCDate()).toBeLessThanOrEqual(7);
    }
    expect(column("SELECT title AS text FROM events WHERE strftime('%w', start_date) NOT IN ('0', '4', '6')")).toEqual(
      [],
    );
  });

  it("lets owners answer the comment that asked", () => {
    const answers = db().all<{ byOwner: number; sameVehicle: number; later: number; first: number }>(sql`
      SELECT a.user_id = v.user_id AS byOwner, c.vehicle_id = a.vehicle_id AS sameVehicle,
        a.created_at >= c.created_at AS later, c.parent_id IS NULL AS first
      FROM comments a JOIN comments c ON c.id = a.parent_id JOIN vehicles v ON v.id = a.vehicle_id`);
    expect(answers.length).toBeGreaterThan(20);
    for (const answer of answers) expect(answer).toEqual({ byOwner: 1, sameVehicle: 1, later: 1, first: 1 });
    expect(
      column(
        "SELECT c.text FROM comments c JOIN vehicles v ON v.id = c.vehicle_id WHERE c.user_id = v.user_id AND c.parent_id IS NULL",
      ),
    ).toEqual([]);
  });

  it("uses letters that every system font has", () => {
    const names = column("SELECT name AS text FROM users UNION ALL SELECT name FROM garages");
    expect(names.filter((name) => !/^[\p{Script=Latin}\p{Script=Common}]+$/u.test(name))).toEqual([]);
  });
});

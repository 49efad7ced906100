import { readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { verify } from "@node-rs/argon2";
import { isNull, sql } from "drizzle-orm";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "~/db/client.server";
import { comments, garages, photos, users, vehicles } from "~/db/schema";
import { DomainError } from "~/lib/errors";
import { parseImageName } from "~/lib/images";
import { setClock } from "~/lib/time";
import { vehiclePicture } from "~/seed/images";
import { DEFAULT_OPTIONS, parseSeedOptions } from "~/seed/options";
import { SAMPLE_PASSWORD, seedDatabase } from "~/seed/seed";
import { MODELS } from "~/seed/texts/models";
import { sampleLocations } from "~/seed/texts/people";
import { factsOf } from "~/seed/texts/specs";
import { geocode } from "~/services/geocoder/geocoder.server";
import { counterProblems, mapProblems } from "../support/population";
import { allRows } from "../support/rows";
import { storedPath } from "../support/uploads";

const NOW = Date.UTC(2026, 4, 20, 12);

const number = (query: string) => db().get<{ n: number }>(sql.raw(`SELECT (${query}) AS n`)).n;
const count = (rows: string) => number(`SELECT count(*) FROM ${rows}`);

beforeEach(() => setClock(() => NOW));

describe("sample data", () => {
  it("leaves every counter right", async () => {
    const runs = [
      await seedDatabase({ garages: 3, vehicles: 4, seed: 3, photos: 1 }),
      await seedDatabase({ garages: 6, vehicles: 76, seed: 3, photos: 0 }),
    ];

    for (const kind of ["photos", "entries", "likes", "comments", "follows", "reviews", "events"] as const) {
      const total = runs.reduce((sum, counts) => sum + counts[kind], 0);
      expect(total).toBeGreaterThan(0);
      expect(total).toBe(count(kind === "entries" ? "build_entries" : kind));
    }
    expect(counterProblems(db().$client)).toEqual([]);
    expect(number("SELECT total FROM site_totals WHERE name = 'vehicles'")).toBe(80);
    expect(number("SELECT total FROM site_totals WHERE name = 'garages'")).toBe(9);
  });

  it("is believable: events are in order, and no one praises themselves", async () => {
    await seedDatabase({ garages: 8, vehicles: 60, seed: 4, photos: 0 });

    const never = [
      "users WHERE verified_at IS NULL OR active = 0 OR role <> 'user'",
      "garages g JOIN users u ON u.id = g.user_id WHERE g.created_at < u.created_at",
      "vehicles v JOIN garages g ON g.id = v.garage_id WHERE v.created_at < g.created_at OR v.user_id <> g.user_id",
      "comments c JOIN vehicles v ON v.id = c.vehicle_id WHERE c.created_at < v.created_at",
      "likes l JOIN vehicles v ON v.id = l.vehicle_id WHERE l.user_id = v.user_id",
      "reviews r JOIN garages g ON g.id = r.garage_id WHERE r.user_id = g.user_id",
      "follows WHERE follower_id = followed_id",
      "events WHERE end_date < start_date",
      `event_attendances a JOIN events e ON e.id = a.event_id LEFT JOIN vehicles v ON v.id = a.vehicle_id
        WHERE e.status <> 'approved' OR v.user_id <> a.user_id OR v.created_at > ${NOW}`,
    ];
    const tables = "users garages vehicles likes comments reviews follows events event_attendances".split(" ");
    const late = tables.map((table) => `${table} WHERE created_at > ${NOW}`);
    for (const rows of [...never, ...late]) expect([rows, count(rows)]).toEqual([rows, 0]);
    const sizes = allRows(garages).map(({ vehicleCount }) => vehicleCount);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(new Set(sizes).size).toBeGreaterThan(2);
    expect(new Set(allRows(garages).map(({ name }) => name)).size).toBe(8);
    expect(count("events WHERE status = 'approved' AND start_date > '2026-05-21'")).toBeGreaterThan(2);
    expect(count("events WHERE status = 'pending'")).toBeGreaterThan(0);
    expect(count("events WHERE status = 'approved' AND cancelled_at >= decided_at AND cancel_reason <> ''")).toBe(1);
    expect(count("event_attendances WHERE vehicle_id IS NOT NULL")).toBeGreaterThan(2);
  });

  it("can be searched without accents", async () => {
    await seedDatabase({ garages: 2, vehicles: 300, seed: 5, photos: 0 });

    const citroens = count("vehicles WHERE make = 'Citroën'");
    expect(citroens).toBeGreaterThan(0);
    expect(count("vehicles_fts WHERE vehicles_fts MATCH '\"citroen\"'")).toBe(citroens);
  });

  it("stands on the map, most garages at least", async () => {
    await seedDatabase({ garages: 120, vehicles: 0, seed: 6, photos: 0 });

    for (const table of ["garages", "events"])
      expect(count(`${table} WHERE place_text IS NOT location OR place_id IS NULL`)).toBe(0);
    expect(count("garages g JOIN places p ON p.id = g.place_id WHERE p.kind <> 'town'")).toBe(0);
    expect(number("SELECT count(DISTINCT country) FROM places")).toBeGreaterThan(12);
    const visibleCount = count("garages WHERE show_on_map = 1");
    expect(visibleCount).toBeGreaterThan(120 * 0.45);
    expect(visibleCount).toBeLessThan(120 * 0.75);
    expect(count("map_things WHERE kind = 0")).toBe(visibleCount);
    expect(count("map_things WHERE kind = 1")).toBe(count("events WHERE status = 'approved'"));
    expect(mapProblems(db().$client)).toEqual([]);
  });

  it("has towns of which none is another's namesake", () => {
    const unknown = sampleLocations().filter((location) => {
      const result = geocode(location);
      return result.found !== "place" || result.place.kind !== "town";
    });
    expect(unknown).toEqual([]);
  });

  it("adds to what is there, other people for another seed", async () => {
    const options = { garages: 3, vehicles: 9, seed: 1, photos: 0 };
    await seedDatabase(options);
    const before = allRows(comments);
    const summary = await seedDatabase({ ...options, seed: 8 });

    const accounts = allRows(users);
    expect([accounts.length, count("vehicles")]).toEqual([6, 18]);
    expect(accounts.slice(3).map(({ name }) => name)).not.toEqual(accounts.slice(0, 3).map(({ name }) => name));
    expect(allRows(comments).slice(0, before.length)).toEqual(before);
    const newcomer = accounts.find(({ email }) => email === summary.firstEmail)!;
    expect(newcomer.id).toBe(4);
    expect(await verify(newcomer.passwordHash, SAMPLE_PASSWORD)).toBe(true);
  });

  it("copes with a single garage and with no vehicles", async () => {
    const summary = await seedDatabase({ garages: 1, vehicles: 0, seed: 1, photos: 3 });
    expect(summary).toMatchObject({ garages: 1, vehicles: 0, photos: 0, likes: 0, follows: 0, reviews: 0 });
  });
});

describe("sample images", () => {
  const bytesOnDisk = (name: string) => {
    const folder = dirname(storedPath("photos", name, "-400.jpg"));
    const files = readdirSync(folder).filter((file) => file.startsWith(name.replace(".jpg", "-")));
    return files.reduce((sum, file) => sum + statSync(`${folder}/${file}`).size, 0);
  };

  it("are on the disk in every size, a garage's too, and stored again by each run", async () => {
    const options = { garages: 2, vehicles: 2, seed: 1, photos: 2 };
    expect(await seedDatabase(options)).toMatchObject({ images: 6 });

    const inGallery = isNull(photos.entryId);
    const rows = db().select().from(photos).where(inGallery).orderBy(photos.vehicleId, photos.position).all();
    expect(rows).toHaveLength(4);
    for (const { photo, bytes } of rows) {
      expect(parseImageName(photo)).toMatchObject({ width: 1600, height: 1067 });
      expect(bytes).toBe(bytesOnDisk(photo));
      const card = await sharp(storedPath("photos", photo, "-400.webp")).metadata();
      expect(card).toMatchObject({ width: 400, height: 267, format: "webp" });
    }
    const [first] = db().select().from(vehicles).orderBy(vehicles.id).all();
    expect(first!.coverPhoto).toBe(rows[0]!.photo);
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 1, 2]);

    const covers = db().select({ name: garages.coverPhoto }).from(garages).orderBy(garages.id).all();
    expect(covers.map(({ name }) => name).sort()).toEqual(
      rows.flatMap(({ photo, position }) => (position === 2 ? photo : [])).sort(),
    );

    await seedDatabase(options);
    expect(number("SELECT count(DISTINCT photo) FROM photos")).toBe(8);
  });

  it("show a real model each, in 1600 x 1067, and are all in use", async () => {
    const files = MODELS.flatMap((model) => model.views.map((view) => `${vehiclePicture(model, view)}.avif`));
    const folder = "app/seed/pictures";
    expect(
      readdirSync(`${folder}/vehicles`)
        .map((name) => `vehicles/${name}`)
        .sort(),
    ).toEqual(files.sort());
    const events = readdirSync(`${folder}/events`).map((name) => `events/${name}`);
    for (const file of [...files, ...events])
      expect([file, await sharp(`${folder}/${file}`).metadata()]).toMatchObject([file, { width: 1600, height: 1067 }]);
    expect([events.length, readdirSync(`${folder}/avatars`).length]).toEqual([12, 26]);
    expect(new Set(MODELS.map(({ make, model }) => `${make} ${model}`)).size).toBe(MODELS.length);
    for (const { make, model, firstYear, lastYear } of MODELS) {
      expect(`${make} ${model}`).toMatch(/^\S.*\S$/);
      expect(firstYear).toBeGreaterThanOrEqual(1885);
      expect(lastYear).toBeGreaterThanOrEqual(firstYear);
    }
  });
});

it("sample specs exist for every model in each of its years, and vary with the year", () => {
  for (const { body, firstYear, lastYear } of MODELS) {
    for (let year = firstYear; year <= lastYear; year++) {
      const { engine, displacement, power, gearbox, drive, weight, fuel, country, traits } = factsOf(body, year);
      for (const fact of [engine, displacement, power, gearbox, drive, weight, fuel, country])
        expect(fact, `${body} ${year}`).toMatch(/^[^~|]{2,}$/);
      expect(traits.filter((trait) => ["air", "water"].includes(trait))).toHaveLength(1);
      expect(traits.filter((trait) => ["drum", "disc"].includes(trait))).toHaveLength(1);
    }
  }
  expect(factsOf("saab", 1966)).toMatchObject({ engine: "Two-stroke triple", displacement: "841 cc" });
  expect(factsOf("saab", 1967)).toMatchObject({ engine: "Ford V4", displacement: "1,498 cc" });
  expect(factsOf("saab", 1967).traits).not.toContain("two");
});

describe("build logs of a load test", () => {
  it("are two short entries a vehicle on average, or as many as the flag requires, and none twice in a garage", async () => {
    const options = { garages: 100, vehicles: 2100, seed: 2, photos: 0 };
    const { entries } = await seedDatabase(options);
    expect(Math.abs(entries - 4200)).toBeLessThan(420);
    expect(entries).toBe(count("build_entries"));
    expect(count("(SELECT 1 FROM build_entries GROUP BY user_id, text HAVING count(*) > 1)")).toBe(0);
    expect(count("vehicles WHERE specs = '[]'")).toBe(0);
    expect(await seedDatabase({ ...options, entries: 0 })).toMatchObject({ entries: 0 });
  });

  it("continue with short entries if few garages have many vehicles", async () => {
    await seedDatabase({ garages: 1, vehicles: 300, seed: 2, photos: 0 });
    expect(count("vehicles WHERE build_count > 0")).toBe(150);
    expect(count("vehicles WHERE build_count IN (1, 2) OR build_count > 12")).toBe(0);
    expect(count("(SELECT 1 FROM build_entries GROUP BY user_id, text HAVING count(*) > 1)")).toBe(0);
  });
});

it("the flags of the seed: are numbers, with defaults", () => {
  expect(parseSeedOptions([])).toEqual(DEFAULT_OPTIONS);
  const expected = { garages: 5, vehicles: 9, seed: 3, photos: 1 };
  expect(parseSeedOptions(["--garages", "5", "--vehicles=9", "--seed", "3"])).toEqual(expected);
  expect(parseSeedOptions(["--photos", "8"])).toMatchObject({ photos: 8 });
});

it.each([
  [["--garages", "many"], "--garages takes a whole number from 1"],
  [["--garages", "0"], "--garages takes a whole number from 1"],
  [["--vehicles"], "--vehicles takes a whole number"],
  [["--vehicles", "-3"], "--vehicles takes a whole number"],
  [["--photos", "101"], "--photos takes a whole number from 0 to 100"],
  [["--seed", "1.5"], "--seed takes a whole number"],
  [["--cars", "3"], "--cars is not a flag"],
  [["demo"], "demo is not a flag"],
])("the flags of the seed: %j is refused in one line", (args, message) => {
  expect(() => parseSeedOptions(args)).toThrow(DomainError);
  expect(() => parseSeedOptions(args)).toThrow(message);
});

import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { analyzeDatabase, db } from "~/db/client.server";
import { getGaragePage, listGarages, listRandomGarages } from "~/features/garages/queries.server";
import { fold } from "~/lib/text";
import { makeGarage, makePhoto, makeUser, makeVehicle, viewerOf } from "../support/people";
import { planOf, slowSteps, statementsOf } from "../support/query-plans";

const page = { page: 1, limit: 20 };

function garageNamed(name: string, createdAt = 1_000) {
  return makeGarage(makeUser({ name: `Owner of ${name}` }), { name, nameFolded: fold(name), createdAt });
}

const namesOf = (search: string, sort: Parameters<typeof listGarages>[0]["sort"] = "createdAt") =>
  listGarages({ search, sort }, page).rows.map(({ name }) => name);

function photographed(name: string) {
  const garage = garageNamed(name);
  makePhoto(makeVehicle(garage, { coverPhoto: `https://photos.example.com/${name}.jpg` }));
  return garage;
}

describe("the list", () => {
  test("comes newest first, oldest first or with the most vehicles first, with its total", () => {
    const [old, middle, young] = [garageNamed("Old", 1), garageNamed("Middle", 2), garageNamed("Young", 3)];
    makeVehicle(middle);
    makeVehicle(middle);
    makeVehicle(old);
    expect(namesOf("", "-createdAt")).toEqual(["Young", "Middle", "Old"]);
    expect(namesOf("", "createdAt")).toEqual(["Old", "Middle", "Young"]);
    expect(namesOf("", "-vehicleCount")).toEqual(["Middle", "Old", "Young"]);
    expect(young.vehicleCount).toBe(0);

    const second = listGarages({ search: "", sort: "createdAt" }, { page: 2, limit: 2 });
    expect(second).toMatchObject({ total: 3, page: 2, limit: 2, rows: [{ name: "Young" }] });
  });

  test("finds a part of a name, whatever its case and accents", () => {
    for (const name of ["Café Racers", "CITROËN & Friends", "Straße 12", "Plain"]) garageNamed(name);
    expect(namesOf("cafe")).toEqual(["Café Racers"]);
    expect(namesOf("ËN &")).toEqual(["CITROËN & Friends"]);
    expect(namesOf("STRASSE")).toEqual(["Straße 12"]);
    expect(namesOf("fé")).toEqual(["Café Racers"]);
    expect(namesOf("12")).toEqual(["Straße 12"]);
    expect(namesOf("a")).toEqual(["Café Racers", "Straße 12", "Plain"]);
    expect(namesOf("nothing like it")).toEqual([]);
  });

  test.each([
    '"quoted" name',
    "100% *steel*",
    "a.b|c",
    "it's (all) here",
    "x AND y OR NOT z",
    "back\\slash",
    "under_score",
    "日本車庫",
  ])("takes %s literally", (name) => {
    garageNamed(name);
    garageNamed("Something else that contains many letters");
    expect(namesOf(name)).toEqual([name]);
    expect(namesOf(".*")).toEqual([]);
    expect(namesOf("___")).toEqual([]);
    expect(namesOf("%%%")).toEqual([]);
  });

  test("counts what it finds, by each of its ways", () => {
    for (let at = 0; at < 30; at++) garageNamed(`Shed number ${at}`, at);
    const hidden = garageNamed("Shed of nobody");
    db().run(sql`UPDATE users SET active = 0 WHERE id = ${hidden.userId}`);
    for (const search of ["", "sh", "shed"]) {
      const list = listGarages({ search, sort: "-createdAt" }, { page: 2, limit: 20 });
      expect([list.total, list.rows.length, list.rows[0]?.name]).toEqual([30, 10, "Shed number 9"]);
    }
    expect(listGarages({ search: "of nobody", sort: "createdAt" }, page).total).toBe(0);
  });

  test("walks along the sort where very many match", () => {
    db().run(sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
      INSERT INTO users (name, name_folded, email, password_hash, created_at) SELECT 'P', 'p', 'n' || i || '@example.com', 'none', i FROM n`);
    db().run(sql`INSERT INTO garages (user_id, name, name_folded, location, created_at, updated_at)
      SELECT id, 'Garage ' || created_at, 'garage ' || created_at, '', created_at, 0 FROM users`);
    const list = listGarages({ search: "GARAGE", sort: "-createdAt" }, { page: 2, limit: 5 });
    expect(list.total).toBe(1200);
    expect(list.rows.map(({ name }) => name)).toEqual([1195, 1194, 1193, 1192, 1191].map((at) => `Garage ${at}`));
  });
});

describe("a card's picture", () => {
  test("is the garage's own, else its newest vehicle's cover, else none", () => {
    const garage = garageNamed("Pictures");
    expect(getGaragePage(garage.id, null).coverPhoto).toBeNull();
    makeVehicle(garage, { coverPhoto: "https://photos.example.com/first.jpg" });
    makeVehicle(garage, { coverPhoto: "https://photos.example.com/second.jpg" });
    makeVehicle(garage);
    expect(getGaragePage(garage.id, null).coverPhoto).toBe("https://photos.example.com/second.jpg");
    db().run(sql`UPDATE garages SET cover_photo = 'https://photos.example.com/own.jpg'`);
    expect(listRandomGarages(1)[0]?.coverPhoto).toBe("https://photos.example.com/own.jpg");
  });
});

describe("featured garages", () => {
  test("are different ones, of those with a photographed vehicle", () => {
    for (let at = 0; at < 12; at++) photographed(`With ${at}`);
    for (let at = 0; at < 12; at++) garageNamed(`Without ${at}`);
    const met = new Set<string>();
    for (let round = 0; round < 40; round++) {
      const names = listRandomGarages(4).map(({ name }) => name);
      expect(new Set(names).size).toBe(4);
      for (const name of names) met.add(name);
    }
    expect([...met].filter((name) => name.startsWith("Without"))).toEqual([]);
    expect(met.size).toBeGreaterThan(8);
  });

  test("are filled up from the rest, photographed ones first", () => {
    for (let at = 0; at < 6; at++) garageNamed(`Without ${at}`);
    photographed("With");
    for (let round = 0; round < 10; round++) {
      const names = listRandomGarages(4).map(({ name }) => name);
      expect(new Set(names).size).toBe(4);
      expect(names[0]).toBe("With");
    }
    expect(listRandomGarages(20)).toHaveLength(7);
  });

  test("are none on an empty site, and never a hidden one", () => {
    expect(listRandomGarages(4)).toEqual([]);
    const garage = photographed("Gone");
    db().run(sql`UPDATE users SET active = 0 WHERE id = ${garage.userId}`);
    expect(listRandomGarages(4)).toEqual([]);
  });
});

test("deactivation takes a garage out of lists, totals and its page, and reactivation brings it back", () => {
  const garage = photographed("Come and go");
  const stays = photographed("Stays");
  const everywhere = () => [
    listGarages({ search: "", sort: "-createdAt" }, page).total,
    ...["", "co", "come and"].map((search) => namesOf(search).includes("Come and go")),
    listRandomGarages(20).some(({ id }) => id === String(garage.id)),
  ];
  expect(everywhere()).toEqual([2, true, true, true, true]);
  db().run(sql`UPDATE users SET active = 0 WHERE id = ${garage.userId}`);
  expect(everywhere()).toEqual([1, false, false, false, false]);
  const message = "Could not load garage. The user or garage may not exist.";
  const owner = viewerOf({ id: garage.userId });
  expect(() => getGaragePage(garage.id, null)).toThrow(message);
  expect(() => getGaragePage(garage.id, owner)).toThrow(message);
  db().run(sql`UPDATE users SET active = 1 WHERE id = ${garage.userId}`);
  expect(everywhere()).toEqual([2, true, true, true, true]);
  expect(getGaragePage(garage.id, owner).viewerCanEdit).toBe(true);
  expect(getGaragePage(stays.id, owner).viewerCanEdit).toBe(false);
});

describe("how SQLite goes about it, statistics known", () => {
  beforeEach(() => {
    db().run(sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO users (name, name_folded, email, password_hash, created_at) SELECT 'P', 'p', 'n' || i || '@example.com', 'none', i FROM n`);
    db().run(sql`INSERT INTO garages (user_id, name, name_folded, location, created_at, updated_at)
      SELECT id, 'Garage ' || id, 'garage ' || id, '', created_at, 0 FROM users`);
    db().run(sql`INSERT INTO vehicles (garage_id, user_id, make, model, year, search_text, cover_photo, photo_count, created_at, updated_at)
      SELECT garages.id, user_id, 'Lotus', 'Elan', 1967, 'lotus', 'x.jpg', 1, created_at, 0 FROM garages JOIN (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3)`);
    analyzeDatabase();
  });

  test.each(["", "ga", "garage"])("the lists for “%s” follow an index from filter to sort", (search) => {
    for (const sort of ["-createdAt", "createdAt", "-vehicleCount"] as const) {
      const statements = statementsOf(() => listGarages({ search, sort }, page));
      const list = statements.at(-1) ?? "";
      expect(list).toContain("limit");
      expect(slowSteps(list)).toEqual([]);
      expect(planOf(list).join("\n")).toMatch(
        /SEARCH garages USING INDEX garages_(newest|most_vehicles) \(hidden=\?\)/,
      );
      expect(planOf(list).join("\n")).toMatch(/SEARCH v USING INDEX vehicles_with_cover \(garage_id=\?\)/);
    }
  });

  test("a rare name is looked up in the full-text index, and no table is walked", () => {
    const statements = statementsOf(() => listGarages({ search: "garage 1234", sort: "-createdAt" }, page));
    const [list = ""] = statements.slice(-1);
    expect(planOf(list)[0]).toMatch(/garages_fts VIRTUAL TABLE INDEX/);
    for (const statement of statements)
      expect(slowSteps(statement).filter((line) => !line.includes("ORDER BY"))).toEqual([]);
  });

  test("random picks, the page and the totals go by key", () => {
    const statements = statementsOf(() => {
      listRandomGarages(4);
      getGaragePage(17, null);
      listGarages({ search: "", sort: "createdAt" }, page);
    });
    expect(statements.length).toBeGreaterThanOrEqual(4);
    for (const statement of statements) expect(slowSteps(statement), statement).toEqual([]);
    expect(statements.join()).not.toMatch(/random\(\)/i);
  });
});

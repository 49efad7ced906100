import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { analyzeDatabase, db } from "~/db/client.server";
import { getGaragePage, listGarages, listHomeGarages, listRandomGarages } from "~/features/garages/queries.server";
import { fold } from "~/lib/text";
import { makeGarage, makePhoto, makeUser, makeVehicle } from "../support/make-rows";
import { makeTown } from "../support/places";
import { forbiddenSteps, statementsOf } from "../support/query-plans";

const page = { page: 1, limit: 20 };

const garageNamed = (name: string, createdAt = 1_000) =>
  makeGarage(makeUser({ name: `Owner of ${name}` }), { name, nameFolded: fold(name), createdAt });

const namesOf = (search: string, sort: Parameters<typeof listGarages>[0]["sort"] = "createdAt") =>
  listGarages({ search, sort }, page).rows.map(({ name }) => name);

function photographed(name: string) {
  const garage = garageNamed(name);
  makePhoto(makeVehicle(garage, { coverPhoto: `https://photos.example.com/${name}.jpg` }));
  return garage;
}

test("the list: comes newest first, oldest first or with the most vehicles first, with its total", () => {
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

test("the list: counts what it finds, by each of its ways", () => {
  for (let index = 0; index < 30; index++) garageNamed(`Shed number ${index}`, index);
  const hidden = garageNamed("Shed of nobody");
  db().run(sql`UPDATE users SET active = 0 WHERE id = ${hidden.userId}`);
  for (const search of ["", "sh", "shed"]) {
    const list = listGarages({ search, sort: "-createdAt" }, { page: 2, limit: 20 });
    expect([list.total, list.rows.length, list.rows[0]?.name]).toEqual([30, 10, "Shed number 9"]);
  }
  expect(listGarages({ search: "of nobody", sort: "createdAt" }, page).total).toBe(0);
});

test("the list: by make in any spelling, and near a place only what is on the map", () => {
  const turin = makeTown(45.07, 7.69);
  const shown = garageNamed("Shown", 1);
  const secret = garageNamed("Secret", 2);
  db().run(sql`UPDATE garages SET place_id = ${turin}, show_on_map = (id = ${shown.id})`);
  makeVehicle(secret, { make: "Alfa Romeo", model: "Giulia" });
  const hidden = makeVehicle(shown, { make: "Alfa Romeo", model: "Giulia" });
  makeVehicle(garageNamed("Other", 3), { make: "BMW", model: "2002" });
  const found = (query: object) =>
    listGarages({ search: "", sort: "createdAt", ...query }, page).rows.map(({ name }) => name);
  expect(found({ make: "alfa-romeo" })).toEqual(["Shown", "Secret"]);
  expect(found({ make: "Alfa" })).toEqual(["Shown", "Secret"]);
  expect(found({ make: "alfa romeo", search: "sec" })).toEqual(["Secret"]);
  expect(found({ make: "Horch" })).toEqual([]);
  expect(found({ near: "Turin, Italy" })).toEqual(["Shown"]);
  expect(found({ near: "Milan, Italy", radius: 10 })).toEqual([]);
  expect(listGarages({ search: "", sort: "createdAt", near: "Turin, Italy" }, page).proximity).toEqual({
    place: "Turin, Italy",
    km: 100,
  });
  db().run(sql`UPDATE vehicles SET hidden = 2 WHERE id = ${hidden.id}`);
  expect(found({ make: "Alfa Romeo" })).toEqual(["Secret"]);
});

test("a card's picture is the garage's own, else its newest vehicle's cover, else none", () => {
  const garage = garageNamed("Pictures");
  expect(getGaragePage(garage.id, null).coverPhoto).toBeNull();
  makeVehicle(garage, { coverPhoto: "https://photos.example.com/first.jpg" });
  makeVehicle(garage, { coverPhoto: "https://photos.example.com/second.jpg" });
  makeVehicle(garage);
  expect(getGaragePage(garage.id, null).coverPhoto).toBe("https://photos.example.com/second.jpg");
  db().run(sql`UPDATE garages SET cover_photo = 'https://photos.example.com/own.jpg'`);
  expect(listRandomGarages(1)[0]?.coverPhoto).toBe("https://photos.example.com/own.jpg");
});

describe("featured garages", () => {
  test("are different ones, of those with a photographed vehicle", () => {
    for (let index = 0; index < 12; index++) photographed(`With ${index}`);
    for (let index = 0; index < 12; index++) garageNamed(`Without ${index}`);
    const garageNames = new Set<string>();
    for (let round = 0; round < 40; round++) {
      const names = listRandomGarages(4).map(({ name }) => name);
      expect(new Set(names).size).toBe(4);
      for (const name of names) garageNames.add(name);
    }
    expect([...garageNames].filter((name) => name.startsWith("Without"))).toEqual([]);
    expect(garageNames.size).toBeGreaterThan(8);
  });

  test("are filled up from the rest, photographed ones first", () => {
    for (let index = 0; index < 6; index++) makeVehicle(garageNamed(`Without ${index}`));
    photographed("With");
    for (let round = 0; round < 10; round++) {
      const names = listRandomGarages(4).map(({ name }) => name);
      expect(new Set(names).size).toBe(4);
      expect(names[0]).toBe("With");
    }
    expect(listRandomGarages(20)).toHaveLength(7);
  });

  test("are none on an empty site; garages without vehicles are featured only while no garage has any", () => {
    expect(listRandomGarages(4)).toEqual([]);
    for (let index = 0; index < 6; index++) garageNamed(`Empty ${index}`);
    expect(listRandomGarages(4)).toHaveLength(4);
    makeVehicle(garageNamed("Not photographed"));
    const names = () => listRandomGarages(4).map(({ name }) => name);
    expect(names()).toEqual(["Not photographed"]);
    photographed("Photographed");
    expect(names()).toEqual(["Photographed", "Not photographed"]);
  });
});

test("home's newest garages are those with a visible vehicle", () => {
  const [old, young, hidden] = [garageNamed("Old", 1), garageNamed("Young", 2), garageNamed("Hidden", 3)];
  garageNamed("Empty", 4);
  const newest = () => listHomeGarages(4, false).newest.map(({ name }) => name);
  expect(newest()).toEqual([]);
  for (const garage of [old, young]) makeVehicle(garage);
  makeVehicle(hidden, { hidden: 2 });
  expect(newest()).toEqual(["Young", "Old"]);
});

test("candidates are read from an index, once until something changes", () => {
  db().run(sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO users (name, name_folded, email, password_hash, created_at) SELECT 'P', 'p', 'n' || i || '@example.com', 'none', i FROM n`);
  db().run(sql`INSERT INTO garages (user_id, name, name_folded, location, created_at, updated_at)
    SELECT id, 'Garage ' || id, 'garage ' || id, '', created_at, 0 FROM users`);
  db().run(sql`INSERT INTO vehicles (garage_id, user_id, make, model, year, search_text, cover_photo, photo_count, created_at, updated_at)
    SELECT garages.id, user_id, 'Lotus', 'Elan', 1967, 'lotus', 'x.jpg', 1, created_at, 0 FROM garages JOIN (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3)`);
  analyzeDatabase();
  const pick = () => statementsOf(() => expect(listRandomGarages(4)).toHaveLength(4));
  const statements = pick();
  // Of the second, in order, the first four.
  expect(statements.flatMap(forbiddenSteps)).toEqual([
    "SCAN garages USING INDEX garages_photographed",
    "SCAN garages USING INDEX garages_stocked",
  ]);
  expect(statements.join()).not.toMatch(/random\(\)/i);
  expect(pick().join()).not.toContain("garages_photographed");
});

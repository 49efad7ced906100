import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { events, garages as garageRows } from "~/db/schema";
import { searchJson } from "~/features/search/json.server";
import { search } from "~/features/search/queries.server";
import { findIds, MAX_RESULTS, REACH } from "~/features/search/results.server";
import { searchSchema } from "~/features/search/schema.server";
import { suggest } from "~/features/search/suggestions.server";
import { decode } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import { fold } from "~/lib/text";
import { makeEvent } from "../support/events";
import { makeGarage, makeOwner, makeUser, makeVehicle } from "../support/make-rows";
import { changeRow, removeRow } from "../support/rows";

const page = { page: 1, limit: 20 };

const userNames = (q: string) => search(q, undefined, 1).users?.rows.map(({ name }) => name) ?? [];
const garages = (q: string) => search(q, undefined, 1).garages?.rows.map(({ name }) => name) ?? [];
const vehicles = (q: string) => searchJson(q, page).data.vehicles.map(({ year, model }) => `${year} ${model}`);

/** Too many for a scan. */
function manyVehicles(garage: { id: number; userId: number }, count: number, name: string): void {
  db().run(sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO vehicles (garage_id, user_id, make, model, year, search_text, created_at, updated_at)
    SELECT ${garage.id}, ${garage.userId}, 'Many', ${name}, 1950, ${fold(`1950 Many ${name}`)}, 1, 1 FROM n`);
}

describe("what is found", () => {
  test("garages, users and vehicles, the newest first, with what their cards show", () => {
    const { user, garage } = makeOwner({ name: "Lotus Fan", location: "Hethel" });
    const namedGarage = makeGarage(makeUser({ name: "Plain" }), { name: "House of Lotus" });
    const second = makeVehicle(garage, { model: "Esprit" });
    const results = search("lotus", undefined, 1);
    expect(results.garages).toMatchObject({ total: 1, hasMore: false });
    expect(results.garages?.rows[0]).toMatchObject({ id: namedGarage.id, ownerName: "Plain" });
    expect(results.users?.rows).toEqual([
      {
        ...{ id: user.id, name: "Lotus Fan", avatar: "default.jpg", role: "user", location: "Hethel" },
        ...{ garageId: garage.id, garageName: garage.name },
      },
    ]);
    expect(results.vehicles?.rows.map(({ model }) => model)).toEqual(["Esprit", "Elan"]);
    expect(results.vehicles?.rows[0]).toMatchObject({ id: second.id, ownerName: "Lotus Fan" });
  });

  test("events by their title, of those that everybody sees", () => {
    const image = "00000000-0000-4000-8000-000000000000.jpg";
    const first = makeEvent(null, { title: "Été des Lotus", image });
    const second = makeEvent(null, { title: "Lotus at the Lake" });
    makeEvent(null, { title: "Lotus to come", status: "pending" });
    makeEvent(null, { title: "Lotus refused", status: "rejected" });
    const ids = (q: string) => search(q, undefined, 1).events?.rows.map(({ id }) => id);
    expect(ids("lotus")).toEqual([second.id, first.id]);
    expect(ids("ETE lotus")).toEqual([first.id]);
    expect(ids("la lo")).toEqual([second.id]);
    expect(ids("refused")).toBeUndefined();
    expect(search("lotus", "events", 1).events).toMatchObject({ total: 2, limit: 24 });
    expect(search("lotus ete", undefined, 1).events?.rows[0]).toMatchObject({ title: "Été des Lotus", image });
    expect(searchJson("lotus", page)).toMatchObject({ results: 2, total: 2, totals: { events: 2 } });
    expect(searchJson("lotus", page).data.events[0]).toMatchObject({ _id: String(second.id), title: second.title });
  });

  test("only sections with results are there, and nothing for nothing", () => {
    makeOwner({ name: "Ada" });
    expect(Object.keys(search("ada", undefined, 1))).toEqual(["users"]);
    expect(search("nobody here", undefined, 1)).toEqual({});
    expect(search("", undefined, 1)).toEqual({});
    expect(search(" \u0301 ", undefined, 1)).toEqual({});
  });

  test("every word has to match, in any order, each as a part of a word", () => {
    const { garage } = makeOwner();
    makeVehicle(garage, { year: 1969, make: "Chevrolet", model: "Camaro" });
    makeVehicle(garage, { year: 1969, make: "Ford", model: "Mustang" });
    makeVehicle(garage, { year: 1970, make: "Chevrolet", model: "Camaro" });
    expect(vehicles("1969 camaro")).toEqual(["1969 Camaro"]);
    expect(vehicles("CAMARO  1969\tchevrolet")).toEqual(["1969 Camaro"]);
    expect(vehicles("ama evro")).toEqual(["1970 Camaro", "1969 Camaro"]);
    expect(vehicles("1969 camaro ford")).toEqual([]);
    expect(vehicles("camaro camaro")).toHaveLength(2);
  });

  test("words of one and two letters, alone and with longer ones", () => {
    const { garage } = makeOwner();
    makeVehicle(garage, { year: 1988, make: "BMW", model: "M3" });
    makeVehicle(garage, { year: 2004, make: "BMW", model: "Z4" });
    makeVehicle(garage, { year: 1931, make: "Rolls", model: "20/25" });
    expect(vehicles("m3")).toEqual(["1988 M3"]);
    expect(vehicles("bmw z4")).toEqual(["2004 Z4"]);
    expect(vehicles("3 m")).toEqual(["1988 M3"]);
    expect(vehicles("bmw 4 z")).toEqual(["2004 Z4"]);
    expect(vehicles("1 2 3 5 l o / r")).toEqual(["1931 20/25"]);
    expect(vehicles("m3 z4")).toEqual([]);
    makeUser({ name: "Bo" });
    makeUser({ name: "日本" });
    makeUser({ name: "«Al»" });
    expect(userNames("bo")).toEqual(["Bo"]);
    expect(userNames("日本")).toEqual(["日本"]);
    expect(userNames("日")).toEqual(["日本"]);
    expect(userNames("al")).toEqual(["«Al»"]);
  });
});

describe("what is not shown is not found", () => {
  test("unverified users", () => {
    makeUser({ name: "Vera", verifiedAt: null });
    expect([userNames("vera"), userNames("ve"), userNames("v")]).toEqual([[], [], []]);
  });

  test("email addresses and other private things", () => {
    makeUser({ name: "Vera", email: "secret-place@example.com" });
    expect(userNames("secret-place")).toEqual([]);
    expect(userNames("example.com")).toEqual([]);
    const [user] = searchJson("vera", page).data.users;
    expect(Object.keys(user ?? {}).sort()).toEqual(
      "_id avatar bio createdAt followerCount followers following garage location name".split(" "),
    );
  });

  test("what was renamed or deleted", () => {
    const garage = makeGarage(makeUser({ name: "Somebody" }), { name: "Before" });
    const event = makeEvent(null, { title: "Before" });
    const results = (q: string) => [garages(q), search(q, undefined, 1).events?.rows.map(({ title }) => title) ?? []];
    changeRow(garageRows, garage.id, { name: "After", nameFolded: "after" });
    changeRow(events, event.id, { title: "After", titleFolded: "after" });
    expect(results("before")).toEqual([[], []]);
    expect(results("after")).toEqual([["After"], ["After"]]);
    removeRow(garageRows, garage.id);
    removeRow(events, event.id);
    expect(results("after")).toEqual([[], []]);
  });
});

describe("pages and totals", () => {
  test("each section has its own total and pages", () => {
    for (let index = 1; index <= 30; index++)
      makeGarage(makeUser({ name: `Shed owner ${index}` }), { name: `Shed ${index}` });
    const second = searchJson("shed", { page: 2, limit: 20 });
    const expected = { results: 20, total: 60, totals: { garages: 30, users: 30, vehicles: 0, events: 0 }, page: 2 };
    expect(second).toMatchObject(expected);
    expect(second.data.garages.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Shed ${10 - index}`),
    );

    const first = search("shed", undefined, 1);
    expect([first.garages?.rows.length, first.users?.rows.length]).toEqual([8, 8]);
    const only = search("shed", "users", 2);
    expect(only.garages).toBeUndefined();
    expect(only.users).toMatchObject({ total: 30, page: 2, limit: 24 });
    expect(only.users?.rows.map(({ name }) => name)[0]).toBe("Shed owner 6");
    expect(search("shed", "users", 3).users).toMatchObject({ rows: [], total: 30 });
  });

  test("counting stops at a thousand, with a note", () => {
    const { garage } = makeOwner();
    manyVehicles(garage, MAX_RESULTS, "Copy");
    expect(search("copy", undefined, 1).vehicles).toMatchObject({ total: MAX_RESULTS, hasMore: false });
    manyVehicles(garage, 1, "Copy");
    expect(search("copy", undefined, 1).vehicles).toMatchObject({ total: MAX_RESULTS, hasMore: true });
    expect(search("co", undefined, 1).vehicles).toMatchObject({ total: MAX_RESULTS, hasMore: true });
    expect(searchJson("copy", { page: 11, limit: 100 }).data.vehicles).toEqual([]);
  });

  test("beyond the scan limit the index still finds two letters, with other words too", () => {
    const { garage } = makeOwner();
    makeVehicle(garage, { year: 1988, make: "BMW", model: "M3" });
    manyVehicles(garage, REACH.rows, "Copy");
    expect(vehicles("m3")).toEqual(["1988 M3"]);
    expect(vehicles("m3 bmw 8")).toEqual(["1988 M3"]);
    expect(vehicles("bmw m3 w")).toEqual(["1988 M3"]);
    expect(vehicles("m3 19 88")).toEqual(["1988 M3"]);
  });
});

describe("what is suggested", () => {
  test("at most three of each section, newest first, with their line of text", () => {
    const { garage, user } = makeOwner({ name: "Lotus Fan", location: "Hethel" });
    for (const model of ["Europa", "Elan", "Esprit", "Elise"])
      makeVehicle(garage, { make: "Lotus", model, year: 1970 });
    const days = { startDate: "2031-05-01", endDate: "2031-05-02" };
    const event = makeEvent(null, { title: "Lotus Day", location: "Hethel", ...days });
    const [people, vehicles, events] = suggest("lotus");
    expect(people).toEqual({
      section: "users",
      rows: [{ id: user.id, name: "Lotus Fan", detail: `${garage.name} · Hethel`, image: "default.jpg" }],
    });
    expect(vehicles?.section).toBe("vehicles");
    const names = ["Elise", "Esprit", "Elan"].map((model) => `1970 Lotus ${model}`);
    expect(vehicles?.rows.map(({ name }) => name)).toEqual(names);
    expect(vehicles?.rows[0]).toMatchObject({ detail: "Lotus Fan", image: null });
    const line = { id: event.id, name: "Lotus Day", detail: "1–2 May 2031 · Hethel", image: null };
    expect(events).toEqual({ section: "events", rows: [line] });
  });

  test("nothing for less than two letters, and what two letters find", () => {
    makeOwner({ name: "Bo" });
    for (const q of ["", "b", " "]) expect(suggest(q)).toEqual([]);
    expect(suggest("bo").map(({ section }) => section)).toContain("users");
  });

  test("costs no more with many matches: it stops at its limit", () => {
    const { garage } = makeOwner();
    manyVehicles(garage, 20, "Copy");
    expect(findIds(["vehicles"], ["copy"], 3).vehicles).toMatchObject({ ids: { length: 3 }, hasMore: true });
  });
});

test("a query has at most 100 characters after trimming; the message is at the field", () => {
  expect(decode(searchSchema, { q: `  ${"x".repeat(100)}  ` }).q).toHaveLength(100);
  expect(decode(searchSchema, {}).q).toBe("");
  const refusal = () => decode(searchSchema, { q: "x".repeat(101) });
  expect(refusal).toThrow(DomainError);
  expect(refusal).toThrow("The search must be at most 100 characters.");
});

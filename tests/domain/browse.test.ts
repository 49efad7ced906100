import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { analyzeDatabase, db } from "~/db/client.server";
import { makes, models, spellings, users, vehicles, vehicleYears } from "~/db/schema";
import { browseVehiclesJson, listMakesJson, listModelsJson } from "~/features/browse/json.server";
import { MAX_MATCHES, MAX_SCANNED } from "~/features/browse/list.server";
import { browseVehicles } from "~/features/browse/queries.server";
import { browseQuery } from "~/features/browse/schema.server";
import { VEHICLE_SORTS, type VehicleSort } from "~/features/makes/address";
import { listBiggestMakes, listMakesByName } from "~/features/makes/queries.server";
import { decode } from "~/lib/decode";
import { makeOwner, makeVehicle } from "../support/make-rows";
import { forbiddenSteps, planOf, readsDuring, statementsOf } from "../support/query-plans";
import { fieldErrors } from "../support/refusal";
import { allRows, changeRow, findRow, insertRow, removeRow } from "../support/rows";
import { splitList } from "../support/split-list";

const first = { page: 1, limit: 24 };

const browse = (request: Record<string, string>, page = first) => browseVehicles(decode(browseQuery, request), page);

const search = (request: Record<string, string>) => browse(request).rows.map(({ year, model }) => `${year} ${model}`);

let owner: ReturnType<typeof makeOwner>;

beforeEach(() => {
  owner = makeOwner();
  db().delete(vehicles).run();
});

const add = (year: number, make: string, model: string, more: Partial<typeof vehicles.$inferInsert> = {}) =>
  makeVehicle(owner.garage, { year, make, model, createdAt: year + 10_000, ...more });

describe("filters", () => {
  test("a make and a model are one however they are typed, and are called as most call them", () => {
    add(1968, "VW", "Beetle");
    add(1970, "volkswagen", "Kombi-Bus");
    add(1971, "Volkswagen", "kombi bus");
    add(1972, "Volkswagen", "kombi bus");
    add(1969, "Ford", "Beetle");
    const all = ["1972 kombi bus", "1971 kombi bus", "1970 Kombi-Bus", "1968 Beetle"];
    expect(search({ make: " VOLKS-wagen " })).toEqual(all);
    const view = browse({ model: "KombiBus", q: "", make: "vw", to: "1971", utm_source: "post" });
    expect(view).toMatchObject({ total: 2, hasMore: false, title: "Volkswagen kombi bus, up to 1971" });
    expect(view.canonical).toBe("/vehicles?make=Volkswagen&model=kombi+bus&to=1971");
    expect(view.names).toEqual([
      { name: "kombi bus", count: 3 },
      { name: "Beetle", count: 1 },
    ]);
    const ofMake = view.names.map(({ name, count }) => ({ model: name, count }));
    expect(listModelsJson("V.W.", first)).toMatchObject({ total: 2, rows: ofMake });
    const firstRow = { page: 1, limit: 1 };
    expect(listMakesJson(firstRow)).toEqual({ rows: [{ make: "Volkswagen", count: 4 }], total: 2, ...firstRow });
    expect(listMakesByName(first).rows.map(({ name }) => name)).toEqual(["Ford", "Volkswagen"]);
  });

  test("a name of nothing but accents or signs is a name of its own, and never means any", () => {
    for (const [index, model] of ["Mustang", "\u0301", "---", "🚗"].entries()) add(1970 + index, "Ford", model);
    add(1980, "\u0301", "\u0301\u0302");
    expect(browse({ make: "Ford" })).toMatchObject({ total: 4, title: "Ford", model: null });
    for (const model of ["\u0301", "---", "🚗"]) expect(search({ make: "Ford", model })).toHaveLength(1);
    expect(browse({ make: "Ford", model: "\u0302" }).total).toBe(0);
    expect(search({ make: "\u0301" })).toEqual(["1980 \u0301\u0302"]);
  });

  test("no match is an empty list, and no error", () => {
    add(1969, "Ford", "Mustang");
    const nothing = { total: 0, rows: [], decades: [] };
    const names = [{ name: "Ford", count: 1 }];
    expect(browse({ make: "Nobody's" })).toMatchObject({ ...nothing, title: "Nobody's", make: null, names });
    expect(browse({ make: "ford", model: "Nothing" })).toMatchObject({ ...nothing, title: "Ford Nothing" });
    const decades = [{ from: 1960, to: 1969, count: 1 }];
    expect(browse({ from: "1970", to: "1980" })).toMatchObject({ total: 0, decades });
    expect(browse({}, { page: 9, limit: 24 })).toMatchObject({ total: 1, rows: [], canonical: "/vehicles?page=9" });
    for (const make of ["Nobody's", ""]) expect(listModelsJson(make, first)).toMatchObject({ total: 0, rows: [] });
  });

  test("what makes no sense is refused at its field", () => {
    const errorsOf = (request: Record<string, string>) => Object.keys(fieldErrors(() => decode(browseQuery, request)));
    expect(errorsOf({ from: "1970", to: "1960" })).toEqual(["to"]);
    expect(errorsOf({ model: "Mustang" })).toEqual(["model"]);
    expect(errorsOf({ sort: "price" })).toEqual(["sort"]);
    expect(errorsOf({ from: "67", to: "soon" })).toEqual(["from", "to"]);
    expect(errorsOf({ q: "x".repeat(101) })).toEqual(["q"]);
    expect(errorsOf({ from: " ", to: "", sort: "", make: " ", model: "" })).toEqual([]);
  });

  test("condition and words narrow; a page and the API show the same", () => {
    add(1965, "Ford", "Mustang", { condition: "Restored" });
    add(1966, "Ford", "Mustang GT", { condition: "restored" });
    add(1967, "Ford", "Mustang", { condition: "Barn find" });
    add(1968, "Dodge", "Charger", { condition: "Restored" });
    const restored = ["1965 Mustang", "1966 Mustang GT", "1968 Charger"];
    expect(search({ condition: " RESTORED ", sort: "year" })).toEqual(restored);
    expect(search({ make: "Ford", condition: "restored", q: "gt" })).toEqual(["1966 Mustang GT"]);
    expect(search({ q: "196 must", to: "1966" })).toEqual(["1966 Mustang GT", "1965 Mustang"]);
    expect(browse({ q: "no such" })).toMatchObject({ total: 0, hasMore: false, title: "Vehicles, “no such”" });
    const query = decode(browseQuery, { q: "mustang", sort: "year" });
    expect(browseVehiclesJson(query, first).rows.map(({ _id }) => Number(_id))).toEqual(
      browseVehicles(query, first).rows.map(({ id }) => id),
    );
  });

  test("a hidden member's vehicles are in no list and no count", () => {
    add(1965, "Ford", "Mustang");
    const otherOwner = makeOwner();
    expect(browse({}).total).toBe(2);
    changeRow(users, otherOwner.user.id, { active: false });
    expect(browse({ make: "Lotus" })).toMatchObject({ total: 0, rows: [] });
    expect(browse({})).toMatchObject({ total: 1, decades: [{ from: 1960, to: 1969, count: 1 }] });
    expect(listBiggestMakes(8)).toEqual([{ name: "Ford", count: 1 }]);
  });
});

test("unused spellings are deleted, except those of hidden vehicles", () => {
  const sorted = (...names: string[]) => names.sort();
  const listRemaining = () => [
    sorted(...allRows(makes).map(({ name }) => name)),
    sorted(...allRows(models).map(({ name }) => name)),
    sorted(...allRows(spellings).map(({ spelling }) => spelling)),
  ];
  const expected = [["Ford"], ["Mustang"], ["FORD", "Ford", "Mustang"]];
  add(1965, "Ford", "Mustang");
  const capri = add(1970, "Ford", "Capri");
  removeRow(vehicles, capri.id);
  const otherOwner = makeOwner();
  const otherItem = makeVehicle(otherOwner.garage, { make: "FORD", model: "Mustang", year: 1966 });
  const setActive = (active: boolean) => changeRow(users, otherOwner.user.id, { active });
  removeRow(vehicles, otherOwner.vehicle.id);
  expect(listRemaining()).toEqual(expected);
  setActive(false);
  db().delete(vehicles).where(eq(vehicles.userId, owner.user.id)).run();
  expect(listRemaining()).toEqual([["Ford"], ["Mustang"], ["FORD", "Mustang"]]);
  expect(browse({ make: "ford" }).total).toBe(0);
  setActive(true);
  expect([browse({ make: "ford" }).total, listBiggestMakes(8)]).toEqual([1, [{ name: "FORD", count: 1 }]]);
  removeRow(vehicles, otherItem.id);
  expect([...listRemaining(), allRows(vehicleYears)]).toEqual([[], [], [], []]);
});

/** A hash, so that years, likes and times are independent. */
const mixed = (at: number, below: number) => (Math.imul(at + 1, 2_654_435_761) >>> 8) % below;

/** Fords of 1960 to 1999, most of the eighties, some others: enough for different plans. */
function fill(count: number) {
  const seed = add(1985, "Ford", "Escort");
  const { id: _, ...row } = findRow(vehicles, seed.id)!;
  const rows = Array.from({ length: count }, (_, index) => {
    const year = index % 50 === 0 ? 1960 + mixed(index, 20) : 1980 + mixed(index, 20);
    const condition = index % 7 === 0 ? "Original" : "";
    const counters = { likeCount: mixed(index + 1, 9), createdAt: mixed(index + 2, 50_000) };
    return { ...row, ...counters, year, condition, searchText: `${year} ford escort` };
  });
  for (let index = 0; index < count; index += 500) insertRow(vehicles, rows.slice(index, index + 500));
  removeRow(vehicles, seed.id);
  analyzeDatabase();
}

const KEYS: Record<VehicleSort, (row: typeof vehicles.$inferSelect) => number[]> = {
  "-createdAt": (row) => [-row.createdAt, -row.id],
  createdAt: (row) => [row.createdAt, row.id],
  "-likes": (row) => [-row.likeCount, -row.id],
  "-year": (row) => [-row.year, -row.createdAt, -row.id],
  year: (row) => [row.year, row.createdAt, row.id],
};

const compare = (a: number[], b: number[]) =>
  a.map((value, index) => value - b[index]!).find((step) => step !== 0) ?? 0;

const ASKED: Record<string, string>[] = [
  {},
  { make: "Ford" },
  { make: "Ford", model: "Escort" },
  { from: "1985", to: "1985" },
  { from: "1960", to: "1975" },
  { make: "Ford", from: "1980", to: "1995" },
  { make: "Ford", model: "Escort", from: "1961", to: "1962" },
];

test("every order and narrowing shows what a plain sort of everything would, on every page", () => {
  fill(700);
  const rows = allRows(vehicles);
  const tests: Record<string, string>[] = [{}, { condition: "original" }, { q: "for 8" }];
  for (const [sort] of VEHICLE_SORTS) {
    for (const query of ASKED.flatMap((narrowed) => tests.map((test) => ({ ...narrowed, ...test, sort })))) {
      const { from = "0", to = "9999", condition, q } = query as Record<string, string>;
      const expected = rows
        .filter(({ year }) => year >= Number(from) && year <= Number(to))
        .filter((row) => !condition || row.condition === "Original")
        .filter((row) => !q || row.searchText.includes("8"))
        .sort((a, b) => compare(KEYS[sort](a), KEYS[sort](b)));
      for (const page of [first, { page: 3, limit: 10 }]) {
        const start = (page.page - 1) * page.limit;
        const view = browse(query, page);
        const ids = expected.slice(start, start + page.limit).map(({ id }) => id);
        expect([query, view.rows.map(({ id }) => Number(id))]).toEqual([query, ids]);
        expect(view).toMatchObject({ total: expected.length, hasMore: false });
      }
    }
  }
});

describe("what it costs", () => {
  test("each statement uses an index; only few rows are sorted", () => {
    for (let index = 0; index < 50; index++) makeOwner();
    fill(MAX_SCANNED + 500);
    const plans = new Set<string>();
    for (const [sort] of VEHICLE_SORTS) {
      for (const search of ASKED.flatMap((narrowed) => [
        narrowed,
        { ...narrowed, condition: "Original" },
        { ...narrowed, q: "escort" },
        { ...narrowed, q: "rt" },
      ])) {
        const query = { ...search, sort };
        const reads = readsDuring(() => browse(query)).filter((text) => !text.includes("public_changes"));
        for (const text of reads) {
          // Few rows: rare years, or matches.
          const maySort =
            (/INDEXED BY vehicles_(\w+_)?year/.test(text) && !sort.endsWith("year")) || text.includes("NOT INDEXED");
          const slow = forbiddenSteps(text).filter((step) => !(maySort && step === "USE TEMP B-TREE FOR ORDER BY"));
          expect(slow, `${JSON.stringify(query)}\n${text}\n${planOf(text).join("\n")}`).toEqual([]);
          plans.add(planOf(text).find((step) => /vehicles USING/.test(step)) ?? text);
        }
      }
    }
    // Each index is used, as far as possible.
    for (const of of splitList(
      "newest | year | liked | make | make_year | make_liked | model | model_year | model_liked",
    ))
      expect([...plans].join("\n")).toMatch(new RegExp(`COVERING INDEX vehicles_${of} `));
  });

  test("makes and models are read in the order of an index, equal ones A to Z", () => {
    for (const make of ["Volvo", "Audi", "Saab"])
      for (let index = 0; index < 60; index++) add(1990, make, `Type ${index}`);
    analyzeDatabase();
    const statements = statementsOf(() => {
      expect(listBiggestMakes(3).map(({ name }) => name)).toEqual(["Audi", "Saab", "Volvo"]);
      listMakesByName(first);
      const { rows } = listModelsJson("audi", { page: 1, limit: 2 });
      expect(rows.map(({ model }) => model)).toEqual(["Type 0", "Type 1"]);
    });
    expect(statements.length).toBeGreaterThan(4);
    for (const text of statements) {
      expect(forbiddenSteps(text), text).toEqual([]);
      expect(planOf(text).join(), text).toMatch(/(makes|models)_(biggest|by_name|key)/);
    }
  });

  test("of many, in every order: words come from the full-text index; with a condition, few are all read", () => {
    fill(MAX_SCANNED + 500);
    const rows = allRows(vehicles).filter(({ year }) => year === 1961 || year === 1965);
    for (const [sort] of VEHICLE_SORTS) {
      const ids = ["1961", "1965"].flatMap(
        (q) => browse({ q: `${q} rd`, make: "ford", sort }, { page: 1, limit: 100 }).rows,
      );
      const expected = [1961, 1965].flatMap((builtIn) =>
        rows.filter(({ year }) => year === builtIn).sort((a, b) => compare(KEYS[sort](a), KEYS[sort](b))),
      );
      expect(ids.map(({ id }) => Number(id))).toEqual(expected.map(({ id }) => id));
      expect(ids.length).toBeGreaterThan(2);
    }
    const all = allRows(vehicles);
    for (const [sort] of VEHICLE_SORTS) {
      const sorted = [...all].sort((a, b) => compare(KEYS[sort](a), KEYS[sort](b)));
      const passed = sorted.slice(0, MAX_SCANNED).filter(({ condition }) => condition === "Original");
      const view = browse({ condition: "ORIGINAL", sort }, { page: 2, limit: 100 });
      expect(view).toMatchObject({ total: passed.length, hasMore: true });
      expect(view.rows.map(({ id }) => Number(id))).toEqual(passed.slice(100, 200).map(({ id }) => id));
      // Rare years are sorted instead.
      const old = sorted.filter(({ year, condition }) => year <= 1965 && condition === "Original");
      const smallView = browse({ condition: "original", to: "1965", sort });
      expect(smallView).toMatchObject({ total: old.length, hasMore: false });
      expect(smallView.rows.map(({ id }) => Number(id))).toEqual(old.slice(0, 24).map(({ id }) => id));
    }
  });

  test("of many matches the newest are searched; a limit is reported", () => {
    fill(MAX_SCANNED + 500);
    expect(browse({ q: "escort" })).toMatchObject({ total: MAX_MATCHES, hasMore: true });
    const narrowed = browse({ q: "escort", condition: "Original" });
    expect(narrowed.total).toBeLessThan(MAX_MATCHES);
    expect(narrowed.hasMore).toBe(true);
    expect(browse({ q: "escort zz" })).toMatchObject({ total: 0, hasMore: true });
    expect(browse({ q: "198 escort" })).toMatchObject({ hasMore: true });
    expect(browse({ q: "no such" })).toMatchObject({ total: 0, hasMore: false });
    expect(browse({}).total).toBe(MAX_SCANNED + 500);
    // Rare words are found anywhere.
    const countOf = (wantedYear: number) => allRows(vehicles).filter(({ year }) => year === wantedYear).length;
    expect(countOf(1985)).toBeGreaterThan(15);
    for (const [q, year] of [
      ["escort 1961", 1961],
      ["1961 ford escort", 1961],
      ["ford 1985", 1985],
    ] as const)
      expect(browse({ make: "ford", q })).toMatchObject({ total: countOf(year), hasMore: false });
    // Too short for the index: only the first of the list.
    expect(browse({ q: "rt", sort: "createdAt" })).toMatchObject({ total: 1000, hasMore: true });
  });
});

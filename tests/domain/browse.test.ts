import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { analyzeDatabase, db } from "~/db/client.server";
import { makes, models, spellings, users, vehicles, vehicleYears } from "~/db/schema";
import { browseVehiclesJson, listMakesJson, listModelsJson } from "~/features/browse/json.server";
import { browseVehicles } from "~/features/browse/queries.server";
import { browseQuery } from "~/features/browse/schema.server";
import { MATCHES, MOST_PASSED, REACH } from "~/features/browse/ways.server";
import { VEHICLE_SORTS, type VehicleSort } from "~/features/makes/address";
import { listBiggestMakes, listMakesByName } from "~/features/makes/queries.server";
import { fileVehicles } from "~/features/vehicles/filing.server";
import { decode } from "~/lib/decode";
import { makeOwner, makeVehicle } from "../support/people";
import { planOf, readsDuring, slowSteps, statementsOf } from "../support/query-plans";

const first = { page: 1, limit: 24 };

const browse = (asked: Record<string, string>, page = first) => browseVehicles(decode(browseQuery, asked), page);

/** "1965 Mustang" and so on, in order. */
const found = (asked: Record<string, string>) => browse(asked).rows.map(({ year, model }) => `${year} ${model}`);

let owner: ReturnType<typeof makeOwner>;

beforeEach(() => {
  owner = makeOwner();
  db().delete(vehicles).run();
});

function add(year: number, make: string, model: string, more: Partial<typeof vehicles.$inferInsert> = {}) {
  return makeVehicle(owner.garage, { year, make, model, createdAt: year + 10_000, ...more });
}

describe("what is asked for", () => {
  test("a make and a model are one however they are typed, and are called as most call them", () => {
    add(1968, "VW", "Beetle");
    add(1970, "volkswagen", "Kombi-Bus");
    add(1971, "Volkswagen", "kombi bus");
    add(1972, "Volkswagen", "kombi bus");
    add(1969, "Ford", "Beetle");
    expect(found({ make: " VOLKS-wagen " })).toEqual([
      "1972 kombi bus",
      "1971 kombi bus",
      "1970 Kombi-Bus",
      "1968 Beetle",
    ]);
    const view = browse({ model: "KombiBus", q: "", make: "vw", to: "1971", utm_source: "post" });
    expect(view).toMatchObject({ total: 2, more: false, title: "Volkswagen kombi bus, up to 1971" });
    expect(view.canonical).toBe("/vehicles?make=Volkswagen&model=kombi+bus&to=1971");
    expect(view.names).toEqual([
      { name: "kombi bus", count: 3 },
      { name: "Beetle", count: 1 },
    ]);
    expect(listModelsJson("V.W.", first)).toMatchObject({
      total: 2,
      rows: [
        { model: "kombi bus", count: 3 },
        { model: "Beetle", count: 1 },
      ],
    });
    expect(listMakesJson({ page: 1, limit: 1 })).toEqual({
      rows: [{ make: "Volkswagen", count: 4 }],
      total: 2,
      page: 1,
      limit: 1,
    });
    expect(listMakesByName(first).rows.map(({ name }) => name)).toEqual(["Ford", "Volkswagen"]);
  });

  test("a name of nothing but accents or signs is a name of its own, and never means any", () => {
    for (const [at, model] of ["Mustang", "\u0301", "---", "🚗"].entries()) add(1970 + at, "Ford", model);
    add(1980, "\u0301", "\u0301\u0302");
    expect(browse({ make: "Ford" })).toMatchObject({ total: 4, title: "Ford", model: null });
    for (const model of ["\u0301", "---", "🚗"]) expect(found({ make: "Ford", model })).toHaveLength(1);
    expect(browse({ make: "Ford", model: "\u0302" }).total).toBe(0);
    expect(found({ make: "\u0301" })).toEqual(["1980 \u0301\u0302"]);
  });

  test("what nobody has is an empty list, and no error", () => {
    add(1969, "Ford", "Mustang");
    expect(browse({ make: "Nobody's" })).toMatchObject({
      total: 0,
      rows: [],
      title: "Nobody's",
      make: null,
      names: [{ name: "Ford", count: 1 }],
      decades: [],
    });
    expect(browse({ make: "ford", model: "Nothing" })).toMatchObject({ total: 0, title: "Ford Nothing", decades: [] });
    expect(browse({ from: "1970", to: "1980" })).toMatchObject({
      total: 0,
      decades: [{ from: 1960, to: 1969, count: 1 }],
    });
    expect(browse({}, { page: 9, limit: 24 })).toMatchObject({ total: 1, rows: [], canonical: "/vehicles?page=9" });
    for (const make of ["Nobody's", ""]) expect(listModelsJson(make, first)).toMatchObject({ total: 0, rows: [] });
  });

  test("what makes no sense is refused at its field", () => {
    const refused = (asked: Record<string, string>) => {
      try {
        decode(browseQuery, asked);
      } catch (error) {
        return error;
      }
    };
    expect(refused({ from: "1970", to: "1960" })).toMatchObject({ code: "invalid", fields: { to: expect.anything() } });
    expect(refused({ model: "Mustang" })).toMatchObject({ fields: { model: expect.anything() } });
    expect(refused({ sort: "price" })).toMatchObject({ fields: { sort: expect.anything() } });
    expect(refused({ from: "67", to: "soon" })).toMatchObject({
      fields: { from: expect.anything(), to: expect.anything() },
    });
    expect(refused({ q: "x".repeat(101) })).toMatchObject({ fields: { q: expect.anything() } });
    expect(refused({ from: " ", to: "", sort: "", make: " ", model: "" })).toBeUndefined();
  });

  test("condition and words narrow; a page and the API show the same", () => {
    add(1965, "Ford", "Mustang", { condition: "Restored" });
    add(1966, "Ford", "Mustang GT", { condition: "restored" });
    add(1967, "Ford", "Mustang", { condition: "Barn find" });
    add(1968, "Dodge", "Charger", { condition: "Restored" });
    expect(found({ condition: " RESTORED ", sort: "year" })).toEqual([
      "1965 Mustang",
      "1966 Mustang GT",
      "1968 Charger",
    ]);
    expect(found({ make: "Ford", condition: "restored", q: "gt" })).toEqual(["1966 Mustang GT"]);
    expect(found({ q: "196 must", to: "1966" })).toEqual(["1966 Mustang GT", "1965 Mustang"]);
    expect(browse({ q: "no such" })).toMatchObject({ total: 0, more: false, title: "Vehicles, “no such”" });
    const asked = decode(browseQuery, { q: "mustang", sort: "year" });
    expect(browseVehiclesJson(asked, first).rows.map(({ _id }) => _id)).toEqual(
      browseVehicles(asked, first).rows.map(({ id }) => id),
    );
  });

  test("a member who is hidden takes theirs out of every list and count", () => {
    add(1965, "Ford", "Mustang");
    const other = makeOwner();
    expect(browse({}).total).toBe(2);
    db().update(users).set({ active: false }).where(eq(users.id, other.user.id)).run();
    expect(browse({ make: "Lotus" })).toMatchObject({ total: 0, rows: [] });
    expect(browse({})).toMatchObject({ total: 1, decades: [{ from: 1960, to: 1969, count: 1 }] });
    expect(listBiggestMakes(8)).toEqual([{ name: "Ford", count: 1 }]);
  });
});

test("what nobody has typed any more is gone, but for those who are hidden and may come back", () => {
  const left = () =>
    [makes, models, spellings].map((table) =>
      db()
        .select()
        .from(table)
        .all()
        .map((row) => ("spelling" in row ? row.spelling : row.name))
        .sort(),
    );
  const kept = [["Ford"], ["Mustang"], ["FORD", "Ford", "Mustang"]];
  add(1965, "Ford", "Mustang");
  const capri = add(1970, "Ford", "Capri");
  db().delete(vehicles).where(eq(vehicles.id, capri.id)).run();
  const other = makeOwner();
  const theirs = makeVehicle(other.garage, { make: "FORD", model: "Mustang", year: 1966 });
  const setActive = (active: boolean) => db().update(users).set({ active }).where(eq(users.id, other.user.id)).run();
  db().delete(vehicles).where(eq(vehicles.id, other.vehicle.id)).run();
  expect(left()).toEqual(kept);
  setActive(false);
  db().delete(vehicles).where(eq(vehicles.userId, owner.user.id)).run();
  expect(left()).toEqual([["Ford"], ["Mustang"], ["FORD", "Mustang"]]);
  expect(browse({ make: "ford" }).total).toBe(0);
  setActive(true);
  expect([browse({ make: "ford" }).total, listBiggestMakes(8)]).toEqual([1, [{ name: "FORD", count: 1 }]]);
  db().delete(vehicles).where(eq(vehicles.id, theirs.id)).run();
  expect([...left(), db().select().from(vehicleYears).all()]).toEqual([[], [], [], []]);
});

test("what was written before the site knew makes is listed at once, and filed beside requests", async () => {
  const unfiled = { makeId: null, modelId: null };
  add(1965, "VW", "Beetle", unfiled);
  add(1966, "Volkswagen", "beetle", unfiled);
  expect([found({}), found({ from: "1966", to: "1966" }), listBiggestMakes(8)]).toEqual([
    ["1966 beetle", "1965 Beetle"],
    ["1966 beetle"],
    [],
  ]);
  expect([await fileVehicles(), await fileVehicles()]).toEqual([2, 0]);
  expect([browse({}).total, listBiggestMakes(8)]).toEqual([2, [{ name: "Volkswagen", count: 2 }]]);
  expect(found({ make: "vw", model: "Beetle" })).toEqual(["1966 beetle", "1965 Beetle"]);
});

/** A hash, so that years, likes and times have nothing to do with each other. */
const mixed = (at: number, below: number) => (Math.imul(at + 1, 2_654_435_761) >>> 8) % below;

/** Enough that a list has to choose its way: Fords of 1960 to 1999, most of them of the eighties, and some others. */
function fill(count: number) {
  const seed = add(1985, "Ford", "Escort");
  const { id: _, ...row } = db().select().from(vehicles).where(eq(vehicles.id, seed.id)).get()!;
  const rows = Array.from({ length: count }, (_, at) => {
    const year = at % 50 === 0 ? 1960 + mixed(at, 20) : 1980 + mixed(at, 20);
    const condition = at % 7 === 0 ? "Original" : "";
    return {
      ...row,
      year,
      condition,
      searchText: `${year} ford escort`,
      likeCount: mixed(at + 1, 9),
      createdAt: mixed(at + 2, 50_000),
    };
  });
  for (let at = 0; at < count; at += 500)
    db()
      .insert(vehicles)
      .values(rows.slice(at, at + 500))
      .run();
  db().delete(vehicles).where(eq(vehicles.id, seed.id)).run();
  analyzeDatabase();
}

const KEYS: Record<VehicleSort, (row: typeof vehicles.$inferSelect) => number[]> = {
  "-createdAt": (row) => [-row.createdAt, -row.id],
  createdAt: (row) => [row.createdAt, row.id],
  "-likes": (row) => [-row.likeCount, -row.id],
  "-year": (row) => [-row.year, -row.createdAt, -row.id],
  year: (row) => [row.year, row.createdAt, row.id],
};

const compare = (a: number[], b: number[]) => a.map((value, at) => value - b[at]!).find((step) => step !== 0) ?? 0;

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
  const rows = db().select().from(vehicles).all();
  const tests: Record<string, string>[] = [{}, { condition: "original" }, { q: "for 8" }];
  for (const [sort] of VEHICLE_SORTS) {
    for (const asked of ASKED.flatMap((narrowed) => tests.map((test) => ({ ...narrowed, ...test, sort })))) {
      const { from = "0", to = "9999", condition, q } = asked as Record<string, string>;
      const expected = rows
        .filter(({ year }) => year >= Number(from) && year <= Number(to))
        .filter((row) => !condition || row.condition === "Original")
        .filter((row) => !q || row.searchText.includes("8"))
        .sort((a, b) => compare(KEYS[sort](a), KEYS[sort](b)));
      for (const page of [first, { page: 3, limit: 10 }]) {
        const start = (page.page - 1) * page.limit;
        const view = browse(asked, page);
        expect(
          view.rows.map(({ id }) => Number(id)),
          JSON.stringify(asked),
        ).toEqual(expected.slice(start, start + page.limit).map(({ id }) => id));
        expect(view).toMatchObject({ total: expected.length, more: false });
      }
    }
  }
});

describe("what it costs", () => {
  test("three statements, each along an index; only few are sorted", () => {
    for (let at = 0; at < 50; at++) makeOwner();
    fill(REACH + 500);
    const seen = new Set<string>();
    for (const [sort] of VEHICLE_SORTS) {
      for (const asked of ASKED.flatMap((narrowed) => [
        narrowed,
        { ...narrowed, condition: "Original" },
        { ...narrowed, q: "escort" },
      ])) {
        const name = JSON.stringify({ ...asked, sort });
        const query = { ...asked, sort };
        for (const text of statementsOf(() => browse(query))) {
          // Few are sorted: those of rare years, those that have the words.
          const maySort =
            (/INDEXED BY vehicles_(\w+_)?year/.test(text) && !sort.endsWith("year")) || text.includes("_fts");
          const slow = slowSteps(text).filter((step) => !(maySort && step === "USE TEMP B-TREE FOR ORDER BY"));
          expect(slow, `${name}\n${text}\n${planOf(text).join("\n")}`).toEqual([]);
          seen.add(planOf(text).find((step) => /vehicles USING/.test(step)) ?? text);
        }
        const reads = readsDuring(() => browse(query)).filter((text) => !text.includes("public_changes"));
        expect(reads.length, name).toBeLessThanOrEqual(3);
      }
    }
    // Every index that the list has been given is used, each as far as it goes.
    for (const index of [
      "newest",
      "year",
      "liked",
      "make",
      "make_year",
      "make_liked",
      "model",
      "model_year",
      "model_liked",
    ])
      expect([...seen].join("\n")).toMatch(new RegExp(`COVERING INDEX vehicles_${index} `));
  });

  test("makes and models are read in the order of an index, equal ones A to Z", () => {
    const more = ["Volvo", "Audi", "Saab"].flatMap((make) =>
      Array.from({ length: 60 }, (_, at) => [make, `Type ${at}`]),
    );
    for (const [make = "", model = ""] of more) add(1990, make, model);
    analyzeDatabase();
    const statements = statementsOf(() => {
      expect(listBiggestMakes(3).map(({ name }) => name)).toEqual(["Audi", "Saab", "Volvo"]);
      listMakesByName(first);
      expect(listModelsJson("audi", { page: 1, limit: 2 }).rows.map(({ model }) => model)).toEqual([
        "Type 0",
        "Type 1",
      ]);
    });
    expect(statements.length).toBeGreaterThan(4);
    for (const text of statements) {
      expect(slowSteps(text), text).toEqual([]);
      expect(planOf(text).join(), text).toMatch(/(makes|models)_(biggest|by_name|key)/);
    }
  });

  test("a text is looked for in many through the full-text index, in every order", () => {
    fill(REACH + 500);
    const rows = db()
      .select()
      .from(vehicles)
      .all()
      .filter(({ year }) => year === 1961 || year === 1965);
    for (const [sort] of VEHICLE_SORTS) {
      const ids = ["1961", "1965"].flatMap(
        (q) => browse({ q: `${q} rd`, make: "ford", sort }, { page: 1, limit: 100 }).rows,
      );
      const expected = [1961, 1965].flatMap((of) =>
        rows.filter(({ year }) => year === of).sort((a, b) => compare(KEYS[sort](a), KEYS[sort](b))),
      );
      expect(ids.map(({ id }) => Number(id))).toEqual(expected.map(({ id }) => id));
      expect(ids.length).toBeGreaterThan(2);
    }
  });

  test("of many, the newest that have the rarest word are looked at; and where that stopped, it says so", () => {
    fill(REACH + 500);
    expect(browse({ q: "escort" })).toMatchObject({ total: MATCHES, more: true });
    // Also where a condition leaves fewer of those that have the words, or other words leave none.
    const narrowed = browse({ q: "escort", condition: "Original" });
    expect(narrowed.total).toBeLessThan(MATCHES);
    expect(narrowed.more).toBe(true);
    expect(browse({ q: "escort zz" })).toMatchObject({ total: 0, more: true });
    expect(browse({ q: "198 escort" })).toMatchObject({ more: true });
    expect(browse({ q: "no such" })).toMatchObject({ total: 0, more: false });
    expect(browse({}).total).toBe(REACH + 500);
    // The rarest leads, wherever it stands: all that have it are looked at.
    const rare = db()
      .select()
      .from(vehicles)
      .all()
      .filter(({ year }) => year === 1961).length;
    // Of words that are all usual by the counts that are kept it is the one that fewest have.
    const usual = db().select().from(vehicles).where(eq(vehicles.year, 1985)).all().length;
    const asked = () => expect(browse({ make: "ford", q: "escort 1985" })).toMatchObject({ total: usual, more: false });
    expect(usual).toBeGreaterThan(15);
    expect(statementsOf(asked).join()).not.toContain("AS probe");
    for (const q of ["escort 1961", "1961 ford escort"])
      expect(browse({ q })).toMatchObject({ total: rare, more: false });
  });

  test("a condition is asked of the index: of few all, of many the first of the list", () => {
    fill(MOST_PASSED + 500);
    const rows = db().select().from(vehicles).all();
    for (const [sort] of VEHICLE_SORTS) {
      const sorted = [...rows].sort((a, b) => compare(KEYS[sort](a), KEYS[sort](b)));
      const passed = sorted.slice(0, MOST_PASSED).filter(({ condition }) => condition === "Original");
      const view = browse({ condition: "ORIGINAL", sort }, { page: 2, limit: 100 });
      expect(view).toMatchObject({ total: passed.length, more: true });
      expect(view.rows.map(({ id }) => Number(id))).toEqual(passed.slice(100, 200).map(({ id }) => id));
      // Years that are rare are sorted instead, and years that lead their index are not passed in vain.
      const old = sorted.filter(({ year, condition }) => year <= 1965 && condition === "Original");
      const few = browse({ condition: "original", to: "1965", sort });
      expect(few).toMatchObject({ total: old.length, more: false });
      expect(few.rows.map(({ id }) => Number(id))).toEqual(old.slice(0, 24).map(({ id }) => id));
    }
    const asked = () => browse({ condition: "Original", make: "ford", sort: "-year", to: "1995" });
    const plans = statementsOf(asked)
      .filter((text) => text.includes("INDEXED BY"))
      .map(planOf);
    expect(plans).toHaveLength(1);
    expect(plans[0]!.filter((step) => step.includes("vehicles"))).toEqual([
      expect.stringMatching(/^SEARCH vehicles USING COVERING INDEX vehicles_make_year /),
    ]);
  });
});

import { expect, test } from "vitest";
import { setSpecs } from "~/features/vehicles/commands.server";
import { listLatestVehiclesJson, vehicleJson } from "~/features/vehicles/json.server";
import { specsForm, specsInput } from "~/features/vehicles/schema.server";
import { specKind, suggestedSpecs } from "~/features/vehicles/specs";
import { asJson, decode } from "~/lib/decode";
import { fieldsByName } from "~/lib/forms";
import { makeAdmin, makeOwner, makeUser, viewerOf } from "../support/people";

const ENGINE = { name: "Engine", value: "1.6 l Twin Cam" };
const POWER = { name: "Power", value: "105 hp" };

/** What a browser sends for these rows. */
const sent = (rows: [name: string, value: string][]) =>
  fieldsByName(
    rows.flatMap(([name, value]): [string, string][] => [
      ["name", name],
      ["value", value],
    ]),
  );

/** @returns the complaints by field */
function refusal(schema: typeof specsInput, values: object): Record<string, string[]> {
  try {
    decode(schema, values);
  } catch (error) {
    return (error as { fields: Record<string, string[]> }).fields;
  }
  throw new Error("it was taken");
}

test("rows keep their order, as a list and as repeated fields; those without a word are dropped", () => {
  const { viewer, vehicle } = makeOwner();
  const stored = (values: object, schema = specsInput) => {
    setSpecs(viewer, vehicle.id, decode(schema, values).specs);
    return vehicleJson(vehicle.id).specs;
  };
  const rows = [ENGINE, POWER];
  expect(stored(asJson({ specs: [{ name: "", value: " " }, ENGINE, {}, POWER] }))).toEqual(rows);
  const form = sent([
    ["", ""],
    [" Engine", "1.6 l  Twin Cam"],
    ["", " "],
    ["Power", "105 hp"],
  ]);
  expect([stored(form), stored(form, specsForm)]).toEqual([rows, rows]);
  expect(stored(sent([["Engine", "1.6 l Twin Cam"]]), specsForm)).toEqual([ENGINE]);
  expect(stored(sent([["", ""]]), specsForm)).toEqual([]);
});

test("half a row, a long one and too many rows are told at their row", () => {
  const rows: [string, string][] = [
    ["Engine", ""],
    ["", ""],
    ["", "105 hp"],
    ["x".repeat(61), "y".repeat(201)],
  ];
  const messages = [
    ["value-1", "Row 1: Please give it a value."],
    ["name-3", "Row 3: Please give it a name."],
    ["name-4", "Row 4: Name must be at most 60 characters."],
    ["value-4", "Row 4: Value must be at most 200 characters."],
  ];
  const specs = rows.map(([name, value]) => ({ name, value }));
  expect(refusal(specsForm, sent(rows))).toEqual(Object.fromEntries(messages.map(([at, text]) => [at, [text]])));
  const paths = messages.map(([at, text]) => [
    at!.replace(/(\w+)-(\d)/, (_, member, place) => `specs[${place - 1}][${member}]`),
    [text],
  ]);
  expect(refusal(specsInput, asJson({ specs }))).toEqual(Object.fromEntries(paths));
  const many = ["A spec sheet has at most 40 rows."];
  const specsOf41 = Array.from({ length: 41 }, () => ({ ...ENGINE }));
  expect(refusal(specsInput, asJson({ specs: specsOf41 }))).toEqual({ "specs[40][name]": many });
  expect(refusal(specsForm, sent([["", ""], ...Array(41).fill(["Engine", "V8"])]))).toEqual({ "name-42": many });
  // An emoji is one character, as in every other text.
  const full = Array(40).fill({ name: "😀".repeat(60), value: "y".repeat(200) });
  expect(decode(specsInput, asJson({ specs: [...full, {}] })).specs).toHaveLength(41);
});

test("a form without rows is no spec sheet", () => {
  expect(() => decode(specsInput, {})).toThrow("specs must be a list of rows.");
});

test.each([undefined, null, "Engine", {}, 5])("no list: %j", (specs) => {
  expect(refusal(specsInput, asJson({ specs, name: "Engine", value: "V8" }))).toEqual({
    specs: ["specs must be a list of rows."],
  });
});

test.each([
  ["specs[0]", ["Engine"]],
  ["specs[0]", [null]],
  ["specs[0][name]", [{ name: 5, value: "V8" }]],
  ["specs[0][value]", [{ name: "Engine", value: ["V8"] }]],
])("no row, at %s: %j", (field, specs) => {
  const refused = refusal(specsInput, asJson({ specs }));
  expect(Object.values(refused)).toEqual([["Each row must have a name and a value, both text."]]);
  expect(field.startsWith(Object.keys(refused)[0]!)).toBe(true);
});

test("only the owner sets them, and every vehicle's JSON has them", () => {
  const { viewer, vehicle } = makeOwner();
  for (const other of [makeUser(), makeAdmin()]) {
    expect(() => setSpecs(viewerOf(other), vehicle.id, [ENGINE])).toThrow("Only its owner can change this vehicle.");
  }
  expect(() => setSpecs(viewer, 999, [ENGINE])).toThrow("Could not load vehicle details.");
  expect(vehicleJson(vehicle.id).specs).toEqual([]);
  setSpecs(viewer, vehicle.id, [POWER, ENGINE]);
  expect(vehicleJson(vehicle.id).specs).toEqual([POWER, ENGINE]);
  expect(listLatestVehiclesJson({ page: 1, limit: 5 }).rows[0]?.specs).toEqual([POWER, ENGINE]);
  setSpecs(viewer, vehicle.id, []);
  expect(vehicleJson(vehicle.id).specs).toEqual([]);
});

test("suggestions are by kind; what is no kind means a car", () => {
  expect(suggestedSpecs(specKind("boat"))).toEqual(expect.arrayContaining(["Engine", "Hull", "Owned since"]));
  expect(specKind("spaceship")).toBe("car");
  expect(suggestedSpecs(specKind(null))).toEqual(expect.arrayContaining(["Gearbox", "Driven wheels", "Mileage"]));
});

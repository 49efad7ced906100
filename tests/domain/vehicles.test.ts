import { describe, expect, test } from "vitest";
import { garages, photos, vehicles } from "~/db/schema";
import { addVehicle, deleteVehicle, setCover, setSpecs, updateVehicle } from "~/features/vehicles/commands.server";
import { vehicleJson } from "~/features/vehicles/json.server";
import { canEditVehicle } from "~/features/vehicles/policy";
import { getVehicle } from "~/features/vehicles/queries.server";
import { specsForm, specsInput, vehicleChange, vehicleInput } from "~/features/vehicles/schema.server";
import { specKind, suggestedSpecs } from "~/features/vehicles/specs";
import { asJson, decode } from "~/lib/decode";
import { fieldsByName } from "~/lib/forms";
import { parseImageName } from "~/lib/images";
import { HOUR, setClock } from "~/lib/time";
import { admin, makeGarage, makeOwner, makePhoto, makeUser, makeVehicle, setActive } from "../support/make-rows";
import { fieldErrors } from "../support/refusal";
import { allRows, changeRow, findRow, insertRow, removeRow } from "../support/rows";
import { emptyUploadsForEachTest, filesInUploads, pngs } from "../support/uploads";

emptyUploadsForEachTest();

const elan = { make: "Lotus", model: "Elan", year: 1967, condition: "", description: "", story: "" };
const rowOf = (id: number) => findRow(vehicles, id);
const gallery = (id: number) => getVehicle(id, null).photos;

describe("a garage", () => {
  const FULL = "A garage can have at most 1,000 vehicles. Delete some to make room.";
  const MANY = "You can add at most 200 vehicles in 24 hours. Please try again later.";
  const addCopies = ({ id: _, ...row }: ReturnType<typeof makeVehicle>, count: number) =>
    insertRow(vehicles, Array<typeof row>(count).fill(row));

  test("at most 1,000 vehicles, and deletions make room at once", async () => {
    setClock(() => 0);
    const { garage, vehicle, viewer } = makeOwner();
    addCopies(makeVehicle(garage), 997);
    setClock();
    await addVehicle(viewer, elan, []);
    await expect(addVehicle(viewer, elan, [])).rejects.toMatchObject({ code: "conflict", message: FULL });
    await deleteVehicle(viewer, vehicle.id);
    await addVehicle(viewer, elan, []);
    expect(findRow(garages, garage.id)?.vehicleCount).toBe(1_000);
  });

  test("at most 200 new ones in 24 hours, and the message has the next time", async () => {
    let time = Date.UTC(2026, 5, 1);
    setClock(() => time);
    const { garage, viewer } = makeOwner();
    time += HOUR;
    addCopies(makeVehicle(garage), 198);
    const add = () => addVehicle(viewer, elan, []);
    await expect(add()).rejects.toMatchObject({ code: "rate_limited", message: MANY, retryAfter: 23 * 3_600 });
    time += 23 * HOUR;
    await add();
    await expect(add()).rejects.toMatchObject({ code: "rate_limited", retryAfter: 3_600 });
  });
});

describe("what a vehicle may be", () => {
  const REQUIRED = "Make, Model, and Year are required.";

  test.each([
    [{ model: "Elan", year: "1967" }, ["make"]],
    [{ make: " ", model: "Elan", year: 1967 }, ["make"]],
    [{ make: "Lotus", year: "1967" }, ["model"]],
    [{ make: "Lotus", model: "Elan", year: "" }, ["year"]],
    [{}, ["make", "model", "year"]],
  ])("without make, model or year: %j", (values, missing) => {
    const fields = Object.fromEntries(missing.map((field) => [field, [`Please enter the ${field}.`]]));
    expect(() => decode(vehicleInput, values)).toThrow(expect.objectContaining({ message: REQUIRED, fields }));
  });

  const YEAR = "Year must be a whole number from 1885 to 2028.";
  test.each<[unknown, string]>([
    ...["1884", "2029", "0", true, ["1967"], "a year ".repeat(5)].map((year): [unknown, string] => [year, YEAR]),
    ...["19 88", "2020abc", "20.5", "-1967", 1967.5, "1,988"].map((year): [unknown, string] => [
      year,
      `“${year}” is not a year. ${YEAR}`,
    ]),
  ])("a wrong year: %j", (year, message) => {
    setClock(() => Date.UTC(2026, 5, 1));
    expect(() => decode(vehicleInput, { ...elan, year })).toThrow(
      expect.objectContaining({ message, fields: { year: [message] } }),
    );
  });

  test.each([1885, "1885", 2028, " 2028 "])("a right year: %j", (year) => {
    setClock(() => Date.UTC(2026, 5, 1));
    expect(decode(vehicleInput, { ...elan, year }).year).toBe(Number(year));
  });

  test.each([
    ["make", 60],
    ["model", 80],
    ["condition", 100],
    ["description", 2_000],
    ["story", 20_000],
  ] as const)("%s has at most %i characters", (field, max) => {
    expect(decode(vehicleInput, { ...elan, [field]: "x".repeat(max) })[field]).toHaveLength(max);
    expect(() => decode(vehicleInput, { ...elan, [field]: "x".repeat(max + 1) })).toThrow(/at most/);
  });

  test("a change has only what was sent", () => {
    expect(decode(vehicleChange, { story: "One.\r\n\r\nTwo.", role: "admin" })).toEqual({ story: "One.\n\nTwo." });
    expect(() => decode(vehicleChange, { year: null })).toThrow(REQUIRED);
  });
});

test("adding: puts it into the garage with its photos in order, the first as the cover", async () => {
  const { viewer, garage } = makeOwner();
  const widths = [40, 50, 60, 70, 80];
  const id = await addVehicle(viewer, { ...elan, make: "Citroën" }, await pngs(...widths));
  const visible = gallery(id);
  expect(visible.map((photo) => parseImageName(photo.photo)?.width)).toEqual(widths);
  expect(visible.map((photo) => photo.position)).toEqual([1, 2, 3, 4, 5]);
  const addedRow = { garageId: garage.id, userId: viewer.id, photoCount: 5, searchText: "1967 citroen elan" };
  expect(rowOf(id)).toMatchObject({ ...addedRow, coverPhoto: visible[0]?.photo });
  expect(vehicleJson(id).coverPhoto).toBe(visible[0]?.photo);
});

test("adding: stores no file if the garage was deleted meanwhile", async () => {
  const { viewer, garage } = makeOwner();
  const adding = addVehicle(viewer, elan, await pngs(50));
  removeRow(garages, garage.id);
  await expect(adding).rejects.toThrow(expect.objectContaining({ code: "forbidden" }));
  expect(await filesInUploads()).toEqual([]);
});

test("changing: changes what is given, and what search compares with it", () => {
  const { viewer, vehicle } = makeOwner();
  updateVehicle(viewer, vehicle.id, { model: "Élite", story: "Long." });
  const changedRow = { make: "Lotus", model: "Élite", story: "Long.", searchText: "1967 lotus elite" };
  expect(rowOf(vehicle.id)).toMatchObject(changedRow);
});

test("changing: only by the owner: not by other owners, admins, or while deactivated", async () => {
  const { user, vehicle, viewer } = makeOwner();
  const photo = makePhoto(vehicle);
  for (const outsider of [makeOwner().viewer, admin()]) {
    expect(canEditVehicle(outsider, vehicle)).toBe(false);
    const forbidden = expect.objectContaining({ code: "forbidden" });
    expect(() => updateVehicle(outsider, vehicle.id, { make: "x" })).toThrow(forbidden);
    expect(() => setCover(outsider, vehicle.id, photo.photo)).toThrow(forbidden);
    await expect(deleteVehicle(outsider, vehicle.id)).rejects.toThrow(forbidden);
  }
  expect(canEditVehicle(null, vehicle)).toBe(false);
  setActive(user, false);
  const notFound = expect.objectContaining({ code: "not_found", message: "Could not load vehicle details." });
  expect(() => updateVehicle(viewer, vehicle.id, { make: "x" })).toThrow(notFound);
  expect(() => getVehicle(vehicle.id, viewer)).toThrow(notFound);
  expect(() => vehicleJson(vehicle.id)).toThrow(notFound);
  expect(rowOf(vehicle.id)?.make).toBe("Lotus");
});

test("the cover is one of the vehicle's own photos", () => {
  const { viewer, vehicle, garage } = makeOwner();
  const ownPhoto = makePhoto(vehicle);
  const foreign = makePhoto(makeVehicle(garage));
  setCover(viewer, vehicle.id, ownPhoto.photo);
  setCover(viewer, vehicle.id, ownPhoto.photo);
  expect(rowOf(vehicle.id)?.coverPhoto).toBe(ownPhoto.photo);
  for (const name of [foreign.photo, "", "../../etc/passwd", "default-vehicle.png"])
    expect(() => setCover(viewer, vehicle.id, name)).toThrow(expect.objectContaining({ code: "invalid" }));
  expect(rowOf(vehicle.id)?.coverPhoto).toBe(ownPhoto.photo);
});

test("deleting takes rows and files along, but no file that another vehicle, or a garage, still shows", async () => {
  const { viewer, garage } = makeOwner();
  const otherGarage = makeGarage(makeUser());
  const id = await addVehicle(viewer, elan, await pngs(50, 60, 70));
  const [first, second, third] = gallery(id).map(({ photo }) => photo.slice(0, -".jpg".length));
  const remaining = makePhoto(makeVehicle(garage), { photo: `${first}.jpg` });
  changeRow(garages, otherGarage.id, { coverPhoto: `${second}.jpg` });
  await deleteVehicle(viewer, id);
  const files = (await filesInUploads()).join(" ");
  expect([first, second, third].map((stem) => files.includes(stem!))).toEqual([true, true, false]);
  expect([rowOf(id), allRows(photos)]).toEqual([undefined, [remaining]]);
  await expect(deleteVehicle(viewer, id)).rejects.toThrow(expect.objectContaining({ code: "not_found" }));
});

const ENGINE = { name: "Engine", value: "1.6 l Twin Cam" };
const POWER = { name: "Power", value: "105 hp" };

const formOf = (rows: [name: string, value: string][]) =>
  fieldsByName(
    rows.flatMap(([name, value]): [string, string][] => [
      ["name", name],
      ["value", value],
    ]),
  );

const refusal = (schema: typeof specsInput, values: object) => fieldErrors(() => decode(schema, values));

test("rows keep their order, as a list and as repeated fields; empty ones are dropped", () => {
  const { viewer, vehicle } = makeOwner();
  const storeSpecs = (values: object, schema = specsInput) => {
    setSpecs(viewer, vehicle.id, decode(schema, values).specs);
    return vehicleJson(vehicle.id).specs;
  };
  const rows = [ENGINE, POWER];
  expect(storeSpecs(asJson({ specs: [{ name: "", value: " " }, ENGINE, {}, POWER] }))).toEqual(rows);
  const form = formOf([
    ["", ""],
    [" Engine", "1.6 l  Twin Cam"],
    ["", " "],
    ["Power", "105 hp"],
  ]);
  expect([storeSpecs(form), storeSpecs(form, specsForm)]).toEqual([rows, rows]);
  expect(storeSpecs(formOf([["Engine", "1.6 l Twin Cam"]]), specsForm)).toEqual([ENGINE]);
  expect(storeSpecs(formOf([["", ""]]), specsForm)).toEqual([]);
});

test("half a row, a long one and too many rows are reported at their row", () => {
  const rows: [string, string][] = [
    ["Engine", ""],
    ["", ""],
    ["", "105 hp"],
    ["x".repeat(61), "y".repeat(201)],
  ];
  const messages = [
    ["value-1", "Row 1: Please enter a value."],
    ["name-3", "Row 3: Please enter a name."],
    ["name-4", "Row 4: Name must be at most 60 characters."],
    ["value-4", "Row 4: Value must be at most 200 characters."],
  ];
  const specs = rows.map(([name, value]) => ({ name, value }));
  expect(refusal(specsForm, formOf(rows))).toEqual(Object.fromEntries(messages.map(([at, text]) => [at, [text]])));
  const paths = messages.map(([at, text]) => [
    at!.replace(/(\w+)-(\d)/, (_, member, place) => `specs[${place - 1}][${member}]`),
    [text],
  ]);
  expect(refusal(specsInput, asJson({ specs }))).toEqual(Object.fromEntries(paths));
  const many = ["A spec sheet has at most 40 rows."];
  const specsOf41 = Array.from({ length: 41 }, () => ({ ...ENGINE }));
  expect(refusal(specsInput, asJson({ specs: specsOf41 }))).toEqual({ "specs[40][name]": many });
  expect(refusal(specsForm, formOf([["", ""], ...Array(41).fill(["Engine", "V8"])]))).toEqual({ "name-42": many });
  expect(refusal(specsInput, asJson({ specs: Array(201).fill({}) }))).toEqual({ specs: many });
  // An emoji is one character.
  const full = Array(40).fill({ name: "😀".repeat(60), value: "y".repeat(200) });
  expect(decode(specsInput, asJson({ specs: [...full, {}] })).specs).toHaveLength(41);
});

test("what has no list of rows is no spec sheet", () => {
  const message = "specs must be a list of rows.";
  expect(() => decode(specsInput, {})).toThrow(message);
  for (const specs of [undefined, null, "Engine", {}, 5])
    expect(refusal(specsInput, asJson({ specs, name: "Engine", value: "V8" }))).toEqual({ specs: [message] });
});

test.each([
  ["specs[0]", ["Engine"]],
  ["specs[0]", [null]],
  ["specs[0][name]", [{ name: 5, value: "V8" }]],
  ["specs[0][value]", [{ name: "Engine", value: ["V8"] }]],
])("no row, at %s: %j", (field, specs) => {
  const error = refusal(specsInput, asJson({ specs }));
  expect(Object.values(error)).toEqual([["Each row must have a name and a value, both text."]]);
  expect(field.startsWith(Object.keys(error)[0]!)).toBe(true);
});

test("suggestions are by kind; what is no kind means a car", () => {
  expect(suggestedSpecs(specKind("boat"))).toEqual(expect.arrayContaining(["Engine", "Hull", "Owned since"]));
  expect(specKind("spaceship")).toBe("car");
  expect(suggestedSpecs(specKind(null))).toEqual(expect.arrayContaining(["Gearbox", "Driven wheels", "Mileage"]));
});

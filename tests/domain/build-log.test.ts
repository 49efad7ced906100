import { describe, expect, test } from "vitest";
import { buildEntries, vehicles } from "~/db/schema";
import { addEntry, addEntryPhotos, deleteEntry, updateEntry } from "~/features/build-log/commands.server";
import { entryJson, listEntriesJson, listEntriesJsonById } from "~/features/build-log/json.server";
import { MAX_MODIFICATIONS } from "~/features/build-log/limits";
import { getEntryPage, getOwnEntryPage, listEntries } from "~/features/build-log/queries.server";
import { entryChange, entryInput } from "~/features/build-log/schema.server";
import { getSectionView, listDoneModifications } from "~/features/build-log/section.server";
import { photoDetailJson } from "~/features/photos/json.server";
import { deleteVehicle } from "~/features/vehicles/commands.server";
import { deletePhoto, updatePhoto } from "~/features/vehicles/gallery.server";
import { vehicleJson } from "~/features/vehicles/json.server";
import { getPhotoPage } from "~/features/vehicles/photo-pages.server";
import { getVehicle } from "~/features/vehicles/queries.server";
import { rotatePhoto } from "~/features/vehicles/rotate-photo.server";
import { asJson, decode } from "~/lib/decode";
import { parseImageName } from "~/lib/images";
import { setClock } from "~/lib/time";
import { makeAdmin, makeEntry, makeOwner, makePhoto, makeVehicle, setActive, viewerOf } from "../support/make-rows";
import { readsDuring } from "../support/query-plans";
import { fieldErrors, refusalLike } from "../support/refusal";
import { allRows, changeRow, findRow, insertRow } from "../support/rows";
import { emptyUploadsForEachTest, filesInUploads, pngs } from "../support/uploads";

emptyUploadsForEachTest();

const PAGE = { page: 1, limit: 20 };
const NOON = Date.UTC(2026, 4, 10, 12);
const rowOf = (id: number) => findRow(buildEntries, id)!;
const input = (values: Record<string, unknown> = {}) => decode(entryInput, { title: "Oil", ...values });
const change = (values: Record<string, unknown>) => decode(entryChange, values);

describe("a build log", () => {
  const addCopies = ({ id: _, ...row }: ReturnType<typeof makeEntry>, count: number) =>
    insertRow(buildEntries, Array<typeof row>(count).fill(row));

  test("takes 2,000 entries", async () => {
    const { garage, vehicle, viewer } = makeOwner();
    setClock(() => 0);
    addCopies(makeEntry(vehicle), 998);
    addCopies(makeEntry(vehicle), 999);
    setClock();
    await addEntry(viewer, vehicle.id, input(), []);
    const full = refusalLike("conflict", "A build log can have at most 2,000 entries. Delete some to make room.");
    await expect(addEntry(viewer, vehicle.id, input(), [])).rejects.toEqual(full);
    expect(await addEntry(viewer, makeVehicle(garage).id, input(), [])).toBeGreaterThan(0);
  });

  test("takes 200 new ones in 24 hours, of all vehicles of a person together", async () => {
    let time = NOON;
    setClock(() => time);
    const { garage, vehicle, viewer } = makeOwner();
    addCopies(makeEntry(vehicle), 199);
    const otherVehicle = makeVehicle(garage);
    const add = () => addEntry(viewer, otherVehicle.id, input(), []);
    const message = "You can add at most 200 entries in 24 hours. Please try again later.";
    await expect(add()).rejects.toMatchObject({ code: "rate_limited", message, retryAfter: 24 * 3_600 });
    time += 24 * 3_600_000;
    expect(await add()).toBeGreaterThan(0);
  });
});

describe("what an entry may be", () => {
  test("little is enough: a note of today, without anything", () => {
    setClock(() => NOON);
    const nothing = { mileage: null, unit: null, status: null, area: null, cost: null, currency: null, parts: [] };
    const words = { kind: "Note", title: "New tyres", text: "", date: "2026-05-10", costIsPublic: false };
    expect(decode(entryInput, { title: " New\ttyres " })).toEqual({ ...words, ...nothing });
  });

  test("a form's texts are read as what they mean, commas of thousands too; rows without anything are left out", () => {
    const form = {
      ...{ kind: "Service", title: "Oil", text: "One.\r\n\r\nTwo.", date: "2026-05-01" },
      ...{ mileage: "84,200", unit: "mi", cost: "1,250.5", currency: "eur", costIsPublic: "on" },
      ...{ "parts[0][name]": " ", "parts[0][url]": "", "parts[2][name]": "Filter", "parts[2][maker]": "Mann" },
      ...{ "parts[2][url]": "https://example.com/filter", "parts[7][name]": "Hose", "parts[3][name]": "Pump" },
      "parts[100][name]": " ",
    };
    const nothing = { maker: "", number: "", url: "" };
    expect(decode(entryInput, form)).toMatchObject({
      text: "One.\n\nTwo.",
      mileage: 84_200,
      unit: "mi",
      cost: 125_050,
      currency: "EUR",
      costIsPublic: true,
      parts: [
        { name: "Filter", maker: "Mann", number: "", url: "https://example.com/filter" },
        { name: "Pump", ...nothing },
        { name: "Hose", ...nothing },
      ],
    });
  });

  test.each([
    ["1250,50", 125_050],
    ["1.234,50", 123_450],
    ["1,234.5", 123_450],
    ["123 456", 12_345_600],
    ["123\u202f456,7", 12_345_670],
    ["1'250.50", 125_050],
    ["١٬٢٥٠٫٥٠", 125_050],
    ["١٬٢٥٠", 125_000],
    ["१,२५०.५", 125_050],
    ["1’250", 125_000],
    ["1.234.567", 123_456_700],
    ["12,50", 1_250],
    ["12.5", 1_250],
    ["2\u2009750,5", 275_050],
    ["2\u3000750", 275_000],
    ["12 500", 1_250_000],
    ["3\u02bc480.05", 348_005],
    ["3\u2018480", 348_000],
    ["\u200e980,\u200b90\ufeff", 98_090],
    ["７，５０", 750],
  ])("a cost as people write it: %s", (cost, hundredths) => expect(input({ cost }).cost).toBe(hundredths));

  test.each(["84,200", "84.200", "84 200", "84'200", "84\u00a0200", "84\u02bc200", "\u200f84\u2007200"])(
    "a mileage as people write it: %s",
    (mileage) => expect(input({ mileage }).mileage).toBe(84_200),
  );

  test.each([
    ["www.example.com/filter?a=1", "https://www.example.com/filter?a=1"],
    ["example.com:8080", "https://example.com:8080"],
    ["//example.com", "https://example.com"],
    ["http://example.com", "http://example.com"],
  ])("a link without https:// gets it: %s", (url, link) => {
    expect(input({ parts: [{ name: "Filter", url }] }).parts[0]?.url).toBe(link);
  });

  const COST = "Cost must be an amount with at most two decimals, such as 1250.50.";
  const MILEAGE = "Mileage must be a whole number, such as 84200.";
  const DAY = "Date must be a day, such as 2026-05-01.";
  const MANY = "An entry can have at most 20 parts.";

  test.each<[field: string, wrong: unknown[], message: string]>([
    ["title", [" "], "Please give the entry a title."],
    ["title", ["x".repeat(121)], "Title must be at most 120 characters."],
    ["kind", ["note"], "Please choose a kind."],
    ["status", ["Sold"], "Please choose Planned, Done or Removed."],
    ["area", ["Roof"], "Please choose an area."],
    ["date", ["2026-02-30", "2026-05-01T10:00"], DAY],
    ["date", ["1884-12-31"], "Date must not be before 1885."],
    ["date", ["2026-05-12"], "Date must not be in the future."],
    ["mileage", ["12.5", "10000000", "84.2", "12 34", "-1", "84.200,5"], MILEAGE],
    ["cost", ["12 50", "1'25", "1 250 50", "1.250,505", "1,250,50", "0.125", "1234.567", "-1", "1000000000"], COST],
    ["cost", [" 1.250 "], "“1.250” can be read in two ways. Please enter 1250 or 1.25."],
    ["cost", ["12,000"], "“12,000” can be read in two ways. Please enter 12000 or 12.00."],
    ["unit", ["miles"], "Please choose km or mi."],
    ["currency", ["EURO", "ıdr"], "Please choose a currency, such as EUR."],
    ["parts", ["Filter", ["Filter"]], "Parts must be a list of rows with a name."],
    ["parts", [Array.from({ length: 21 }, (_, index) => ({ name: `${index}` }))], MANY],
  ])("%s is refused at its field if it is %j", (field, wrong, message) => {
    setClock(() => NOON);
    for (const value of wrong) expect(fieldErrors(() => input({ [field]: value }))).toEqual({ [field]: [message] });
  });

  test("a form's rows of parts are refused by their number, and too many as a whole", () => {
    const wrong = { "parts[1][maker]": "Mann", "parts[4][name]": "Belt", "parts[4][url]": "javascript:alert(1)" };
    expect(fieldErrors(() => input(wrong))).toEqual({
      "parts[1][name]": ["Part 2: Please name the part."],
      "parts[4][url]": ["Part 5: Please enter a web address that begins with https:// or http://."],
    });
    for (const many of [{ "parts[0][name]": "Belt", "parts[20][name]": "Pump" }, { "parts[100][name]": "Pump" }])
      expect(fieldErrors(() => input(many))).toEqual({ parts: [MANY] });
    const empty = (rows: number) => () => decode(entryInput, asJson({ title: "Oil", parts: Array(rows).fill({}) }));
    expect([fieldErrors(empty(1_000)), fieldErrors(empty(1_001))]).toEqual([{}, { parts: [MANY] }]);
  });

  test("JSON has numbers and lists, and refusals name the row as forms do", () => {
    const body = { cost: 12, mileage: 5, unit: "km", currency: "GBP", parts: [{ name: "Filter", maker: null }] };
    expect(decode(entryInput, asJson({ title: "Oil", ...body }))).toMatchObject({
      ...{ cost: 1_200, mileage: 5, parts: [{ name: "Filter", maker: "" }] },
    });
    const fields = fieldErrors(() =>
      decode(entryInput, asJson({ title: "Oil", cost: "12", mileage: 1.5, parts: [{ name: 5 }] })),
    );
    expect(fields).toEqual({ cost: [COST], mileage: [MILEAGE], "parts[0][name]": ["Part 1: Name must be text."] });
  });
});

describe("rules for several fields together", () => {
  test("a mileage needs a unit and a cost a currency, in a change too", async () => {
    const { viewer, vehicle } = makeOwner();
    const fields = { unit: ["Please choose km or mi."], currency: ["Please choose a currency, such as EUR."] };
    const refusal = addEntry(viewer, vehicle.id, input({ mileage: "5", cost: "5" }), []);
    await expect(refusal).rejects.toMatchObject({ fields });
    expect(vehicleJson(vehicle.id).buildCount).toBe(0);
    const id = await addEntry(viewer, vehicle.id, input({ mileage: "5", unit: "km", currency: "EUR" }), []);
    expect(rowOf(id)).toMatchObject({ mileage: 5, unit: "km", cost: null, currency: null });
    expect(() => updateEntry(viewer, id, change({ cost: "9.99" }))).toThrow("Please choose a currency");
    expect(() => updateEntry(viewer, id, change({ unit: "" }))).toThrow("Please choose km or mi.");
    updateEntry(viewer, id, change({ cost: "9.99", currency: "SEK", mileage: "" }));
    expect(rowOf(id)).toMatchObject({ mileage: null, unit: null, cost: 999, currency: "SEK", title: "Oil" });
  });

  test("only modifications have status and area, Done and Other by default", async () => {
    const { viewer, vehicle } = makeOwner();
    const id = await addEntry(viewer, vehicle.id, input({ kind: "Work", status: "Planned", area: "Engine" }), []);
    expect(rowOf(id)).toMatchObject({ status: null, area: null });
    updateEntry(viewer, id, change({ kind: "Modification" }));
    expect(rowOf(id)).toMatchObject({ status: "Done", area: "Other" });
    updateEntry(viewer, id, change({ status: "Removed", area: "Brakes" }));
    expect(rowOf(id)).toMatchObject({ status: "Removed", area: "Brakes" });
    updateEntry(viewer, id, change({ kind: "Note" }));
    expect(rowOf(id)).toMatchObject({ kind: "Note", status: null, area: null });
  });

  test("a cost that went leaves nothing public behind", async () => {
    const { viewer, vehicle } = makeOwner();
    const id = await addEntry(viewer, vehicle.id, input({ cost: "5", currency: "EUR", costIsPublic: "on" }), []);
    updateEntry(viewer, id, change({ cost: "" }));
    updateEntry(viewer, id, change({ cost: "7", currency: "EUR" }));
    expect(rowOf(id)).toMatchObject({ cost: 700, costIsPublic: false });
  });
});

test("the owner alone writes; what is not there or hidden is not found", async () => {
  const { viewer, vehicle, user } = makeOwner();
  const [stranger, admin] = [makeOwner().viewer, viewerOf(makeAdmin())];
  const entry = makeEntry(vehicle);
  const forbidden = refusalLike("forbidden", "Only its owner can change this vehicle.");
  for (const outsider of [stranger, admin]) {
    await expect(addEntry(outsider, vehicle.id, input(), [])).rejects.toEqual(forbidden);
    expect(() => updateEntry(outsider, entry.id, change({ title: "Mine" }))).toThrow(forbidden);
    await expect(deleteEntry(outsider, entry.id)).rejects.toEqual(forbidden);
    await expect(addEntryPhotos(outsider, entry.id, await pngs(20))).rejects.toEqual(forbidden);
    expect(() => getOwnEntryPage(entry.id, outsider)).toThrow(forbidden);
  }
  expect(getEntryPage(entry.id, stranger).viewerCanEdit).toBe(false);
  expect(getOwnEntryPage(entry.id, viewer).viewerCanEdit).toBe(true);
  setActive(user, false);
  const notFound = refusalLike("not_found", "Could not load the entry.");
  expect(() => getEntryPage(entry.id, null)).toThrow(notFound);
  expect(() => entryJson(entry.id, admin)).toThrow(notFound);
  expect(() => updateEntry(viewer, entry.id, change({ title: "Mine" }))).toThrow(notFound);
  await expect(deleteEntry(viewer, 4711)).rejects.toEqual(notFound);
  expect(() => listEntries(vehicle.id, {}, PAGE, null)).toThrow("Could not load vehicle details.");
  expect(listEntriesJsonById([entry.id], null)).toEqual([]);
  expect(getSectionView(vehicle.id)).toEqual({ count: 0, latest: [], modifications: [] });
  setActive(user, true);
  expect(listEntries(vehicle.id, {}, PAGE, null).total).toBe(1);
});

test("a cost is in no view for others unless it is public, nor is its currency", () => {
  const { viewer, vehicle } = makeOwner();
  const admin = viewerOf(makeAdmin());
  const hidden = makeEntry(vehicle, { cost: 123_456, currency: "CHF", date: "2026-01-03", title: "Hidden" });
  const open = makeEntry(vehicle, { cost: 1_050, currency: "GBP", costIsPublic: true, date: "2026-01-02" });
  const costless = makeEntry(vehicle, { date: "2026-01-01" });
  const views = (viewer: Parameters<typeof entryJson>[1]) => [
    listEntries(vehicle.id, {}, PAGE, viewer).rows,
    listEntriesJsonById([hidden.id, open.id, costless.id], viewer),
    [hidden, open, costless].map(({ id }) => getEntryPage(id, viewer).entry),
    listEntriesJson(vehicle.id, undefined, PAGE, viewer).rows,
    [hidden, open, costless].map(({ id }) => entryJson(id, viewer)),
  ];
  for (const viewer of [null, makeOwner().viewer, admin]) {
    for (const [first, second, third] of views(viewer)) {
      for (const key of ["cost", "currency"]) expect(Object.keys(first!)).not.toContain(key);
      expect(Object.keys(third!).sort()).toEqual(Object.keys(first!).sort());
      expect(second).toMatchObject({ currency: "GBP", costIsPublic: true });
    }
    expect(JSON.stringify([views(viewer), getSectionView(vehicle.id)])).not.toMatch(/123456|1234\.56|CHF/);
    expect(listEntries(vehicle.id, {}, PAGE, viewer).sums).toBeNull();
  }
  for (const [first, , third] of views(viewer)) {
    expect(first).toMatchObject({ currency: "CHF", costIsPublic: false });
    expect(third).toMatchObject({ cost: null, currency: null });
  }
  expect(entryJson(hidden.id, viewer).cost).toBe(1_234.56);
  expect(entryJson(open.id, null).cost).toBe(10.5);
});

test("the owner's sums are per currency, without what is planned", () => {
  const { viewer, vehicle, garage } = makeOwner();
  const modification = { kind: "Modification", area: "Engine", currency: "EUR" };
  makeEntry(vehicle, { cost: 1_001, currency: "EUR" });
  makeEntry(vehicle, { ...modification, cost: 2_002, status: "Done" });
  makeEntry(vehicle, { ...modification, cost: 4_004, status: "Removed", costIsPublic: true });
  makeEntry(vehicle, { ...modification, cost: 50_000, status: "Planned" });
  makeEntry(vehicle, { ...modification, cost: 60_000, status: "Planned", currency: "USD" });
  makeEntry(vehicle, { cost: 7, currency: "JPY" });
  makeEntry(makeVehicle(garage), { cost: 9, currency: "EUR" });
  expect(listEntries(vehicle.id, { kind: "Note" }, PAGE, viewer).sums).toEqual([
    { currency: "EUR", sum: 7_007 },
    { currency: "JPY", sum: 7 },
  ]);
});

describe("the log", () => {
  test("is newest first by date, then by id, by page and kind, with counts of all kinds", () => {
    const { vehicle, garage } = makeOwner();
    const old = makeEntry(vehicle, { date: "1990-01-01", kind: "Service" });
    const first = makeEntry(vehicle, { date: "2026-03-01" });
    const second = makeEntry(vehicle, { date: "2026-03-01", kind: "Service" });
    makeEntry(makeVehicle(garage), { date: "2026-04-01" });
    const ids = (kind?: "Service" | "Event", page = PAGE) => {
      const { rows, total } = listEntries(vehicle.id, { kind }, page, null);
      return [total, ...rows.map(({ id }) => Number(id))];
    };
    expect(ids()).toEqual([3, second.id, first.id, old.id]);
    expect(ids("Service")).toEqual([2, second.id, old.id]);
    expect(ids("Event")).toEqual([0]);
    expect(ids(undefined, { page: 2, limit: 2 })).toEqual([3, old.id]);
    expect(listEntries(vehicle.id, {}, PAGE, null).counts).toMatchObject({ Note: 1, Service: 2, Event: 0 });
    makeEntry(vehicle, { date: "2026-02-01", hidden: 2 });
    const titled = ({ id, title }: { id: number; title: string }) => ({ id, title });
    expect(getEntryPage(first.id, null)).toMatchObject({ previous: titled(second), next: titled(old) });
    expect(getEntryPage(second.id, null)).toMatchObject({ previous: null, next: titled(first) });
    const expected = { next: null, vehicle: { id: vehicle.id, make: "Lotus" } };
    expect(getEntryPage(old.id, null)).toMatchObject(expected);
    const byIds = listEntriesJsonById([old.id, 4711, second.id], null);
    expect(byIds.map(({ _id }) => Number(_id))).toEqual([old.id, second.id]);
  });

  test("has a section on the vehicle's page: the three latest, and modifications by area, Done first", () => {
    const { vehicle } = makeOwner();
    const modification = (title: string, area: string, status: string, date = "2026-01-01") =>
      makeEntry(vehicle, { kind: "Modification", title, area, status, date, text: "word ".repeat(100) }).id;
    const planned = modification("Planned engine", "Engine", "Planned", "2026-01-09");
    const hooter = modification("Hooter", "Other", "Done", "2026-01-08");
    const removed = modification("Old carburettor", "Engine", "Removed", "2026-01-07");
    const injection = modification("Injection", "Engine", "Done");
    const camshaft = modification("Camshaft", "Engine", "Done", "2026-01-02");
    const newest = makeEntry(vehicle, { date: "2026-02-01", text: "x".repeat(1_000) });
    makePhoto(vehicle, { entryId: newest.id, position: 2, photo: "second.jpg" });
    makePhoto(vehicle, { entryId: newest.id, position: 1, photo: "first.jpg" });
    const section = getSectionView(vehicle.id);
    expect(section.count).toBe(6);
    expect(section.latest.map(({ title }) => title)).toEqual([newest.title, "Planned engine", "Hooter"]);
    expect(section.latest[0]).toMatchObject({ kind: "Note", photo: "first.jpg", date: "2026-02-01" });
    expect(section.latest[1]).toMatchObject({ text: expect.stringMatching(/^word .* word …$/) });
    const engine = [
      [camshaft, "Camshaft"],
      [injection, "Injection"],
      [planned, "Planned engine", "Planned"],
    ];
    expect(section.modifications).toEqual([
      ["Engine", [...engine, [removed, "Old carburettor", "Removed"]]],
      ["Other", [[hooter, "Hooter"]]],
    ]);
    for (let more = 0; more < MAX_MODIFICATIONS; more++) modification("Dream", "Brakes", "Planned", "2026-01-10");
    expect(listDoneModifications(vehicle.id).map(({ title }) => title)).toEqual(["Camshaft", "Injection", "Hooter"]);
  });

  test("costs the same statements however long it is", () => {
    const { viewer, vehicle } = makeOwner();
    const add = (count: number) => Array.from({ length: count }, () => makeEntry(vehicle, { kind: "Modification" }));
    const read = (ids: number[]) =>
      readsDuring(() => {
        listEntries(vehicle.id, {}, PAGE, viewer);
        listEntries(vehicle.id, { kind: "Modification" }, PAGE, null);
        getSectionView(vehicle.id);
        listEntriesJsonById(ids, null);
      });
    const ofOne = read(add(1).map(({ id }) => id));
    expect(read(add(9).map(({ id }) => id))).toEqual(ofOne);
  });
});

describe("photos of an entry", () => {
  test("come with it or later, in order; they are no gallery photos and never the cover", async () => {
    const { viewer, vehicle } = makeOwner();
    const id = await addEntry(viewer, vehicle.id, input(), await pngs(30, 40));
    await addEntryPhotos(viewer, id, await pngs(50));
    const { photos: visiblePhotos, photoCount } = getEntryPage(id, null).entry;
    expect(visiblePhotos.map(({ photo }) => parseImageName(photo)?.width)).toEqual([30, 40, 50]);
    expect([photoCount, ...visiblePhotos.map(({ position }) => position)]).toEqual([3, 1, 2, 3]);
    expect(getVehicle(vehicle.id, null)).toMatchObject({ photos: [], coverPhoto: null });
    expect(vehicleJson(vehicle.id)).toMatchObject({ photos: [], buildCount: 1 });
    expect(() => getPhotoPage(vehicle.id, Number(visiblePhotos[0]!.id), viewer)).toThrow(
      "This photo is no longer available.",
    );
  });

  test("are captioned, moved, turned and deleted as any photo, among themselves", async () => {
    const { viewer, vehicle } = makeOwner();
    const id = await addEntry(viewer, vehicle.id, input(), await pngs(30, 40, 50));
    const vehiclePhoto = makePhoto(vehicle);
    const [first, , third] = getEntryPage(id, null).entry.photos;
    updatePhoto(viewer, Number(third!.id), { caption: "Before", position: 1 });
    await rotatePhoto(viewer, Number(first!.id), 90);
    const photo = photoDetailJson(Number(first!.id));
    expect(photo).toMatchObject({ position: 2, entry: String(id), vehicle: String(vehicle.id) });
    expect(parseImageName(photo.photo)).toMatchObject({ width: 20, height: 30 });
    await deletePhoto(viewer, Number(first!.id));
    const remainingPhotos = getEntryPage(id, null).entry.photos;
    expect(remainingPhotos).toMatchObject([
      { caption: "Before", position: 1 },
      { caption: "", position: 2 },
    ]);
    expect(getVehicle(vehicle.id, null)).toMatchObject({ coverPhoto: null, photos: [{ id: vehiclePhoto.id }] });
    expect(await filesInUploads()).not.toContainEqual(expect.stringContaining(photo.photo.slice(0, 20)));
  });

  test("are limited to twenty, also in concurrent uploads", async () => {
    const { viewer, vehicle } = makeOwner();
    const { id } = makeEntry(vehicle);
    for (let position = 1; position <= 18; position++) makePhoto(vehicle, { entryId: id, position });
    await expect(addEntryPhotos(viewer, id, await pngs(20, 21, 22))).rejects.toThrow(
      "An entry can have at most 20 photos. There is room for 2 more.",
    );
    const uploads = await Promise.all([pngs(20, 21), pngs(22, 23)]);
    const uploadResults = await Promise.allSettled(uploads.map((files) => addEntryPhotos(viewer, id, files)));
    expect(uploadResults.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(rowOf(id).photoCount).toBe(20);
    expect(new Set((await filesInUploads()).map((file) => file.split("-")[0])).size).toBe(2);
  });
});

test("deleting takes rows and files along, but not a file that something else shows", async () => {
  const { viewer, vehicle } = makeOwner();
  const id = await addEntry(viewer, vehicle.id, input(), await pngs(30, 40));
  await addEntry(viewer, vehicle.id, input(), await pngs(50));
  const firstPhoto = getEntryPage(id, null).entry.photos[0]!.photo;
  makePhoto(vehicle, { photo: firstPhoto });
  expect(await deleteEntry(viewer, id)).toBe(vehicle.id);
  expect(() => getEntryPage(id, null)).toThrow("Could not load the entry.");
  const stems = async () => new Set((await filesInUploads()).map((file) => file.split("/").at(-1)!.split("_")[0]));
  expect((await stems()).size).toBe(2);
  expect(vehicleJson(vehicle.id).buildCount).toBe(1);
  await deleteVehicle(viewer, vehicle.id);
  expect([allRows(buildEntries), allRows(vehicles), await filesInUploads()]).toEqual([[], [], []]);
});

test("a separate cover stays when an entry's photo with the same file changes", async () => {
  const { viewer, vehicle } = makeOwner();
  const entryId = await addEntry(viewer, vehicle.id, input(), await pngs(30));
  const [first] = getEntryPage(entryId, null).entry.photos;
  const cover = first!.photo;
  changeRow(vehicles, vehicle.id, { coverPhoto: cover });
  const second = makePhoto(vehicle, { entryId, position: 2, photo: cover });
  await rotatePhoto(viewer, Number(first!.id), 90);
  expect(getVehicle(vehicle.id, null)).toMatchObject({ coverPhoto: cover, photos: [] });
  await deletePhoto(viewer, second.id);
  expect(getVehicle(vehicle.id, null)).toMatchObject({ coverPhoto: cover, photos: [] });
  expect(await filesInUploads()).toContainEqual(expect.stringContaining(cover.slice(0, -".jpg".length)));
});

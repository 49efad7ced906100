import { beforeAll, expect, test } from "vitest";
import { insertInto } from "../permissions/insert";
import { jsonOf } from "../support/json-values";
import { type Owner, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";
import { refusedAlike } from "./alike";

const server = sharedServer();
let owner: Owner;
let id = "";

const good = { make: "Volvo", model: "Amazon", year: "1966" };

beforeAll(async () => {
  owner = await signUpWithGarage(server(), "Parity Owner");
  const { json } = await owner.browser.api("POST", "/vehicles", jsonOf(good, { year: "number" }));
  id = json.data.doc._id;
});

test("photos: none chosen, and a photo that is not this vehicle's", async () => {
  const form = await owner.browser.submit(`/vehicles/${id}`, {}, { photos: [] });
  const call = await owner.browser.api("POST", "/photos/upload", { vehicleId: id });
  expect([form.status, form.page.fieldError("photos")]).toEqual([call.status, call.json.message]);

  const cover = { photoFilename: "nope.jpg" };
  const pressed = await owner.browser.submit(`/vehicles/${id}`, { intent: "cover", photoId: 1, ...cover });
  const called = await owner.browser.api("PATCH", `/vehicles/${id}/set-cover`, cover);
  expect(pressed.status).toBe(called.status);
  expect(called.json.message).toBe("Please choose a photo of this vehicle.");
});

test("captions, places and turns: one answer by the gallery's form and API", async () => {
  const picture = { photo: "https://photos.example.com/a.jpg", caption: "", position: 1, created_at: 0 };
  const photo = insertInto(server().database)("photos", { vehicle_id: Number(id), ...picture });
  const page = `/vehicles/${id}/photos`;
  const BAD_PHOTO: [string, string, string][] = [
    ["caption", `caption-${photo}`, "x".repeat(301)],
    ["position", `place-${photo}`, "0"],
    ["position", `place-${photo}`, ""],
    ["turn", "turn", String(photo)],
  ];
  for (const [member, field, value] of BAD_PHOTO) {
    const form = await owner.browser.submit(page, { intent: "gallery", [field]: value });
    const sent = { caption: value, position: Number(value), turn: 90 }[member];
    const call = await owner.browser.api("PATCH", `/photos/${photo}`, { [member]: value === "" ? "" : sent });
    expect([call.status, form.status], field).toEqual([400, 400]);
    expect(form.page.alerts.join(" ")).toContain(call.json.errors[member][0]);
  }
  const gone = await owner.browser.submit(page, { intent: "gallery", turn: 999_999 });
  const called = await owner.browser.api("PATCH", "/photos/999999", { turn: 90 });
  expect([gone.status, called.status]).toEqual([404, 404]);
  expect(gone.page.alerts).toEqual([called.json.message]);
});

test("one more than a garage, a build log or a day may have: one answer by page and API", async () => {
  const { database } = server();
  const copy = (table: string, from: number | string, count: number, createdAt: number) => {
    const columns = database.pragma(`table_info(${table})`) as { name: string }[];
    const others = columns.map(({ name }) => name).filter((name) => !["id", "created_at"].includes(name));
    const insert = database.prepare(
      `INSERT INTO ${table} (${others}, created_at) SELECT ${others}, ? FROM ${table} WHERE id = ?`,
    );
    for (let at = 0; at < count; at++) insert.run(createdAt, from);
  };
  const { browser } = owner;
  const entry = { kind: "Note", title: "Tea" };
  const { json } = await browser.api("POST", `/vehicles/${id}/build`, entry);
  const add = [
    ["/vehicles/new", good],
    ["POST", "/vehicles", jsonOf(good, { year: "number" })],
  ] as const;
  const write = [
    [`/vehicles/${id}/build/new`, entry],
    ["POST", `/vehicles/${id}/build`, entry],
  ] as const;
  const refused = ([form, call]: typeof add | typeof write, status: number) =>
    refusedAlike(browser, [...form], [...call], { status });
  copy("vehicles", id, 200, Date.now());
  expect((await refused(add, 429)).json.message).toContain("at most 200 vehicles in 24 hours");
  copy("vehicles", id, 800, 0);
  expect((await refused(add, 409)).json.message).toContain("at most 1,000 vehicles");
  copy("build_entries", json.data.doc._id, 200, Date.now());
  expect((await refused(write, 429)).json.message).toContain("at most 200 entries in 24 hours");
  copy("build_entries", json.data.doc._id, 1800, 0);
  expect((await refused(write, 409)).json.message).toContain("at most 2,000 entries");
});

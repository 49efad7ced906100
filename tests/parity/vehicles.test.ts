import { beforeAll, expect, test } from "vitest";
import { jsonOf } from "../support/json-values";
import { type Owner, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();
let owner: Owner;
let id = "";

const good = { make: "Volvo", model: "Amazon", year: "1966" };

beforeAll(async () => {
  owner = await signUpWithGarage(server(), "Parity Owner");
  const { json } = await owner.browser.api("POST", "/vehicles", jsonOf(good, { year: "number" }));
  id = json.data.doc._id;
});

const BAD: [string, Record<string, string>][] = [
  ["nothing", { make: "", model: "", year: "" }],
  ["no make", { ...good, make: "   " }],
  ["no year", { ...good, year: "" }],
  ["a wrong year", { ...good, year: "2020abc" }],
  ["an early year", { ...good, year: "1884" }],
  ["a long make", { ...good, make: "x".repeat(61) }],
  ["a long model and condition", { ...good, model: "x".repeat(81), condition: "x".repeat(101) }],
  ["a long description", { ...good, description: "x".repeat(2001) }],
  ["a long story", { ...good, story: "x".repeat(20_001) }],
];

test.each(BAD)("adding and editing with %s: one answer by page and API", async (_, values) => {
  const targets: [string, string, string][] = [
    ["/vehicles/new", "POST", "/vehicles"],
    [`/vehicles/${id}/edit`, "PATCH", `/vehicles/${id}`],
  ];
  for (const [page, method, path] of targets) {
    const form = await owner.browser.submit(page, values);
    const call = await owner.browser.api(method, path, jsonOf(values, { year: "number" }));
    expect(form.status).toBe(call.status);
    expect(call.status).toBe(400);
    expect(form.page.alerts.join(" ")).toContain(call.json.message);
    for (const [field, messages] of Object.entries(call.json.errors as Record<string, string[]>)) {
      // The story is asked on the edit page only.
      if (form.page.fields.includes(field)) expect(form.page.fieldError(field)).toBe(messages.join(" "));
    }
    for (const field of ["make", "model", "year"]) expect(form.page.value(field)).toBe(values[field]);
  }
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
  const photo = Number(
    server()
      .database.prepare(
        "INSERT INTO photos (vehicle_id, photo, caption, position, created_at) VALUES (?, 'https://photos.example.com/a.jpg', '', 1, 0)",
      )
      .run(id).lastInsertRowid,
  );
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

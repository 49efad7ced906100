import { expect, test } from "vitest";
import { jsonOf } from "../support/json-values";
import { sharedServer } from "../support/server";

const server = await sharedServer();

const good = { make: "Volvo", model: "Amazon", year: "1966" };

const owner = await server.signUpWithGarage("Parity Owner");
const { json } = await owner.browser.api("POST", "/vehicles", jsonOf(good, { year: "number" }));
const id = json.data.doc._id;

test("photos: none chosen, and a photo that is not this vehicle's", async () => {
  const form = await owner.browser.submit(`/vehicles/${id}`, {}, { photos: [] });
  const call = await owner.browser.api("POST", "/photos/upload", { vehicleId: id });
  expect([form.status, form.page.fieldError("photos")]).toEqual([call.status, call.json.message]);

  const cover = { photoFilename: "nope.jpg" };
  const response = await owner.browser.submit(`/vehicles/${id}`, { intent: "cover", photoId: 1, ...cover });
  const apiResponse = await owner.browser.api("PATCH", `/vehicles/${id}/set-cover`, cover);
  expect([response.status, apiResponse.json.message]).toEqual([
    apiResponse.status,
    "Please choose a photo of this vehicle.",
  ]);
});

test("captions, places and turns: one response by the gallery's form and API", async () => {
  const picture = { photo: "https://photos.example.com/a.jpg", caption: "", position: 1, created_at: 0 };
  const photo = server.insert("photos", { vehicle_id: Number(id), ...picture });
  const page = `/vehicles/${id}/photos`;
  const BAD_PHOTO: [string, string, string][] = [
    ["caption", `caption-${photo}`, "x".repeat(301)],
    ["position", `place-${photo}`, "0"],
    ["position", `place-${photo}`, ""],
    ["turn", "turn", String(photo)],
  ];
  for (const [member, field, value] of BAD_PHOTO) {
    const form = await owner.browser.submit(page, { intent: "gallery", [field]: value });
    const jsonValue = { caption: value, position: Number(value), turn: 90 }[member];
    const call = await owner.browser.api("PATCH", `/photos/${photo}`, { [member]: value === "" ? "" : jsonValue });
    expect([call.status, form.status], field).toEqual([400, 400]);
    expect(form.page.alerts.join(" ")).toContain(call.json.errors[member][0]);
  }
  const response = await owner.browser.submit(page, { intent: "gallery", turn: 999_999 });
  const apiResponse = await owner.browser.api("PATCH", "/photos/999999", { turn: 90 });
  expect([response.status, apiResponse.status, response.page.alerts]).toEqual([404, 404, [apiResponse.json.message]]);
});

import { beforeEach, expect, test } from "vitest";
import type { Fields } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { photograph } from "../support/images";
import { jsonOf } from "../support/json-values";
import { sharedServer } from "../support/server";
import { tusClient } from "../support/tus";

const server = await sharedServer();
const GONE = "One of the photos is no longer available. Please choose it again.";
const SAAB = { make: "Saab", model: "96", year: "1972" };

let first = "";
let second = "";
beforeEach(async () => {
  const tus = tusClient(owner.browser);
  [first, second] = [await tus.upload("1.jpg", photo), await tus.upload("2.jpg", photo)];
});

const CAR = jsonOf(SAAB, { year: "number" });
const TYRES = { title: "Tyres" };

const WAYS: Record<string, () => [page: string, fields: Fields, method: string, path: string, body: object]> = {
  "a new vehicle": () => ["/vehicles/new", SAAB, "POST", "/vehicles", CAR],
  "a gallery": () => [`/vehicles/${vehicle}/photos`, {}, "POST", "/photos/upload", { vehicleId: vehicle }],
  "a new entry of a build log": () => {
    const log = `/vehicles/${vehicle}/build`;
    return [`${log}/new`, TYRES, "POST", log, TYRES];
  },
  "an entry of a build log": () => [`/build/${entry}/edit`, {}, "POST", `/build/${entry}/photos`, {}],
  "a new event": () => ["/events/submit", GOOD_EVENT, "POST", "/events/submit", GOOD_EVENT],
  "an event that is changed": () => [`/events/${event}/edit`, GOOD_EVENT, "PATCH", `/events/${event}`, {}],
};

let sentBytes = 0;
/** A new form each time: equal fields count as equal, whatever the files. */
const submit = (way: string, uploads: string) => {
  const [page, fields] = WAYS[way]!();
  return owner.browser.submit(page, { ...fields, sent: sentBytes++, uploads });
};

const photo = await photograph({ width: 90, height: 60 });
const owner = await server.signUpWithGarage("Parity Uploader");
const vehicle = (await owner.browser.submit("/vehicles/new", SAAB)).location.split("/").at(-1)!;
const entry = (await owner.browser.api("POST", `/vehicles/${vehicle}/build`, { title: "Tyres" })).json.data.doc._id;
const event = (await owner.browser.api("POST", "/events/submit", GOOD_EVENT)).json.data.doc._id;
const call = (way: string, uploads: string | string[]) => {
  const [, , method, path, body] = WAYS[way]!();
  return owner.browser.api(method, path, { ...body, uploads });
};

const uploadsLeft = () => server.values("SELECT id FROM uploads WHERE user_id = ?", owner.id) as string[];

test.each(Object.keys(WAYS))("%s takes photos that came before, by form and by call", async (way) => {
  expect((await submit(way, first)).status).toBe(302);
  expect((await call(way, [second])).status).toBeLessThan(300);
  for (const text of [first, second]) expect(uploadsLeft()).not.toContain(text);
});

test.each(Object.keys(WAYS))("%s refuses missing and too many ones with the same message", async (way) => {
  const bad = ["0".repeat(32), "nonsense", `${first},x`, `${first},${first},${first},${first},${first},${first}`];
  for (const ids of bad) {
    const form = await submit(way, ids);
    for (const answer of [await call(way, ids), await call(way, ids.split(","))]) {
      expect([ids, form.status, form.page.fieldError("photos")]).toEqual([ids, 400, answer.json.errors.photos[0]]);
      expect([answer.status, answer.json.message]).toEqual([400, answer.json.errors.photos[0]]);
    }
    if (ids.length < 100) expect(form.page.fieldError("photos")).toBe(GONE);
  }
  expect(uploadsLeft()).toContain(first);
});

test("an event takes one; both ways show the message", async () => {
  const form = await submit("a new event", `${first},${second}`);
  const call = await owner.browser.api("POST", "/events/submit", { ...GOOD_EVENT, uploads: [first, second] });
  expect([form.status, form.page.fieldError("photos")]).toEqual([400, call.json.errors.photos[0]]);
  const files = { photos: ["a.jpg", "b.jpg"].map((name) => ({ name, bytes: photo })) };
  const two = await owner.browser.submit("/events/submit", { ...GOOD_EVENT, title: "Another" }, files);
  expect(two.page.fieldError("photos")).toBe(call.json.errors.photos[0]);
});

test("a first garage: the picture of its owner, by form and by call", async () => {
  const garage = { garageName: "Shed", location: "Goodwood, England" };
  const avatars: unknown[] = [];
  for (const by of ["form", "call"]) {
    const { browser, id } = await server.signUp(`Newcomer ${by}`);
    const uploads = await tusClient(browser).upload("me.jpg", photo);
    const response = await browser.api("POST", "/users/complete-onboarding", { ...garage, uploads: ["x"] });
    const refusalResponse = await browser.submit("/onboarding", { ...garage, uploads: "x" });
    expect([refusalResponse.page.fieldError("avatar"), response.json.errors]).toEqual([GONE, { avatar: [GONE] }]);
    if (by === "form") expect((await browser.submit("/onboarding", { ...garage, uploads })).status).toBe(302);
    else expect((await browser.api("POST", "/users/complete-onboarding", { ...garage, uploads })).status).toBe(201);
    avatars.push(server.value("SELECT avatar FROM users WHERE id = ?", id));
  }
  expect(avatars).not.toContain("default.jpg");
});

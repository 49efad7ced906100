import { beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiAnswer, PageAnswer } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { photograph } from "../support/images";
import { jsonOf } from "../support/json-values";
import { type Owner, signUp, signUpWithGarage } from "../support/members";
import { sharedServer } from "../support/server";
import { tusClient } from "../support/tus";

const server = sharedServer();
const GONE = "One of the photos is no longer there. Please choose it again.";
const SAAB = { make: "Saab", model: "96", year: "1972" };

let owner: Owner;
let vehicle = "";
let entry = "";
let event = "";
let photo: Buffer;

beforeAll(async () => {
  photo = await photograph({ width: 90, height: 60 });
  owner = await signUpWithGarage(server(), "Parity Uploader");
  vehicle = (await owner.browser.submit("/vehicles/new", SAAB)).location.split("/").at(-1)!;
  entry = (await owner.browser.api("POST", `/vehicles/${vehicle}/build`, { title: "Tyres" })).json.data.doc._id;
  event = (await owner.browser.api("POST", "/events/submit", GOOD_EVENT)).json.data.doc._id;
});

let first = "";
let second = "";
beforeEach(async () => {
  const tus = tusClient(owner.browser);
  [first, second] = [await tus.upload("1.jpg", photo), await tus.upload("2.jpg", photo)];
});

type Way = [
  name: string,
  submit: (uploads: string) => Promise<PageAnswer>,
  call: (uploads: string | string[]) => Promise<ApiAnswer>,
];

const WAYS: Way[] = [
  [
    "a new vehicle",
    (uploads) => owner.browser.submit("/vehicles/new", { ...SAAB, uploads }),
    (uploads) => owner.browser.api("POST", "/vehicles", { ...jsonOf(SAAB, { year: "number" }), uploads }),
  ],
  [
    "a gallery",
    (uploads) => owner.browser.submit(`/vehicles/${vehicle}/photos`, { uploads }),
    (uploads) => owner.browser.api("POST", "/photos/upload", { vehicleId: vehicle, uploads }),
  ],
  [
    "a new entry of a build log",
    (uploads) => owner.browser.submit(`/vehicles/${vehicle}/build/new`, { title: "Tyres", uploads }),
    (uploads) => owner.browser.api("POST", `/vehicles/${vehicle}/build`, { title: "Tyres", uploads }),
  ],
  [
    "an entry of a build log",
    (uploads) => owner.browser.submit(`/build/${entry}/edit`, { uploads }),
    (uploads) => owner.browser.api("POST", `/build/${entry}/photos`, { uploads }),
  ],
  [
    "a new event",
    (uploads) => owner.browser.submit("/events/submit", { ...GOOD_EVENT, uploads }),
    (uploads) => owner.browser.api("POST", "/events/submit", { ...GOOD_EVENT, uploads }),
  ],
  [
    "an event that is changed",
    (uploads) => owner.browser.submit(`/events/${event}/edit`, { ...GOOD_EVENT, uploads }),
    (uploads) => owner.browser.api("PATCH", `/events/${event}`, { uploads }),
  ],
];

const uploadsLeft = () =>
  server().database.prepare("SELECT id FROM uploads WHERE user_id = ?").pluck().all(owner.id) as string[];

test.each(WAYS)("%s takes photos that came before, by form and by call", async (_, submit, call) => {
  const form = await submit(first);
  expect(form.status).toBe(302);
  const answer = await call([second]);
  expect(answer.status).toBeLessThan(300);
  expect(uploadsLeft()).not.toContain(first);
  expect(uploadsLeft()).not.toContain(second);
});

test.each(WAYS)("%s refuses what is not there, and too many, in the same words", async (_, submit, call) => {
  const bad = ["0".repeat(32), "nonsense", `${first},x`, `${first},${first},${first},${first},${first},${first}`];
  for (const ids of bad) {
    const form = await submit(ids);
    for (const answer of [await call(ids), await call(ids.split(","))]) {
      expect([ids, form.status, form.page.fieldError("photos")]).toEqual([ids, 400, answer.json.errors.photos[0]]);
      expect([answer.status, answer.json.message]).toEqual([400, answer.json.errors.photos[0]]);
    }
    if (ids.length < 100) expect(form.page.fieldError("photos")).toBe(GONE);
  }
  expect(uploadsLeft()).toContain(first);
});

test("an event takes one; both ways say so", async () => {
  const form = await owner.browser.submit("/events/submit", { ...GOOD_EVENT, uploads: `${first},${second}` });
  const call = await owner.browser.api("POST", "/events/submit", { ...GOOD_EVENT, uploads: [first, second] });
  expect([form.status, form.page.fieldError("photos")]).toEqual([400, call.json.errors.photos[0]]);
  const file = { photos: [{ name: "a.jpg", bytes: photo }] };
  const beside = await owner.browser.submit("/events/submit", { ...GOOD_EVENT, uploads: first }, file);
  expect(beside.page.fieldError("photos")).toBe(call.json.errors.photos[0]);
});

test("a first garage: the picture of its owner, by form and by call", async () => {
  const garage = { garageName: "Shed", location: "Goodwood, England" };
  const avatars: unknown[] = [];
  for (const by of ["form", "call"]) {
    const { browser, id } = await signUp(server(), `Newcomer ${by}`);
    const uploads = await tusClient(browser).upload("me.jpg", photo);
    const gone = await browser.api("POST", "/users/complete-onboarding", { ...garage, uploads: ["x"] });
    const refused = await browser.submit("/onboarding", { ...garage, uploads: "x" });
    expect([refused.page.fieldError("avatar"), gone.json.errors]).toEqual([GONE, { avatar: [GONE] }]);
    if (by === "form") expect((await browser.submit("/onboarding", { ...garage, uploads })).status).toBe(302);
    else expect((await browser.api("POST", "/users/complete-onboarding", { ...garage, uploads })).status).toBe(201);
    avatars.push(server().database.prepare("SELECT avatar FROM users WHERE id = ?").pluck().get(id));
  }
  expect(avatars).not.toContain("default.jpg");
});

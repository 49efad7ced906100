import { beforeAll, expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { GOOD_EVENT } from "../support/good-event";
import { sharedServer } from "../support/server";
import { type Crowd, makeCrowd } from "../support/social";

const server = sharedServer();
let crowd: Crowd;
let live: string;
let over: string;
let pending: string;

beforeAll(async () => {
  crowd = await makeCrowd(server());
  live = await submit(true);
  pending = await submit(false);
  over = await submit(true, { startDate: "2020-05-01", endDate: "2020-05-01" });
});

async function submit(approve: boolean, given: Record<string, string> = {}): Promise<string> {
  const { json } = await crowd.other.browser.api("POST", "/events/submit", { ...GOOD_EVENT, ...given });
  const id = json.data.doc._id;
  if (approve) await crowd.admin.browser.api("PATCH", `/events/admin/${id}/approve`);
  return id;
}

test.each(["theirs", "987654", "x", "-1"])(
  "a vehicle that is not one's own meets the same words: %s",
  async (given) => {
    const vehicle = given === "theirs" ? crowd.vehicleId : given;
    // A field with choices is there only for who has some.
    const { browser } = crowd.other;
    await browser.api("POST", "/vehicles", { make: "Fiat", model: "500", year: 1965 });
    const form = await browser.submit(`/events/${live}`, { intent: "attend", vehicle });
    const call = await browser.api("POST", `/events/${live}/attendance`, { vehicle });
    expect([form.status, call.status]).toEqual([400, 400]);
    expect(form.page.text("[role=alert]")).toContain(call.json.message);
    expect(form.page.text("#attend-field-vehicle-error")).toBe(call.json.errors.vehicle.join(" "));
  },
);

test("what is over meets the same words", async () => {
  const { browser } = crowd.member;
  const form = await browser.submit(`/events/${over}`, { intent: "attend" });
  const call = await browser.api("POST", `/events/${over}/attendance`);
  expect([form.status, call.status]).toEqual([409, 409]);
  expect(form.page.alerts).toContain(call.json.message);
});

test.each(["attend", "leave"])("what is not there meets the same words: %s", async (intent) => {
  const { browser } = crowd.member;
  for (const id of [pending, "987654", "x"]) {
    const form = await browser.submit(`/events/${id}`, { intent });
    const call = await browser.api(intent === "leave" ? "DELETE" : "POST", `/events/${id}/attendance`);
    expect([form.status, call.status]).toEqual([404, 404]);
    expect(form.page.text("main")).toContain(call.json.message);
  }
});

test("page and API write the same, and a visitor is refused by both", async () => {
  const { owner, vehicleId } = crowd;
  const state = async () => (await owner.browser.api("GET", `/events/${live}`)).json.data.doc;
  await owner.browser.submit(`/events/${live}`, { intent: "attend", vehicle: vehicleId });
  const byForm = await state();
  await owner.browser.api("DELETE", `/events/${live}/attendance`);
  await owner.browser.api("POST", `/events/${live}/attendance`, { vehicle: vehicleId });
  expect(await state()).toEqual(byForm);
  const visitor = browserLike(server());
  expect((await visitor.submit(`/events/${live}`, { intent: "leave" })).status).toBe(302);
  expect((await visitor.api("DELETE", `/events/${live}/attendance`)).status).toBe(401);
  expect(await state()).toEqual(byForm);
});

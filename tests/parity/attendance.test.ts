import { beforeAll, expect, test } from "vitest";
import { publishEvent, submitEvent } from "../support/good-event";
import { addVehicle } from "../support/members";
import { sharedServer } from "../support/server";
import { type Crowd, makeCrowd } from "../support/social";
import { refusedAlike } from "./alike";

const server = sharedServer();
let crowd: Crowd;
let live: string;
let over: string;
let pending: string;

beforeAll(async () => {
  crowd = await makeCrowd(server());
  live = await publishEvent(crowd.other, crowd.admin);
  pending = await submitEvent(crowd.other);
  over = await publishEvent(crowd.other, crowd.admin, { startDate: "2020-05-01", endDate: "2020-05-01" });
});

test.each(["theirs", "987654", "x", "-1"])(
  "a vehicle that is not one's own meets the same words: %s",
  async (given) => {
    const vehicle = given === "theirs" ? crowd.vehicleId : given;
    // A field with choices is there only for who has some.
    const { browser } = crowd.other;
    await addVehicle(crowd.other);
    const form = { intent: "attend", vehicle };
    const call = ["POST", `/events/${live}/attendance`, { vehicle }] as const;
    await refusedAlike(browser, [`/events/${live}`, form], [...call], { of: "attend" });
  },
);

test("what is over meets the same words", async () => {
  const { browser } = crowd.member;
  const call = ["POST", `/events/${over}/attendance`] as const;
  await refusedAlike(browser, [`/events/${over}`, { intent: "attend" }], [...call], { status: 409 });
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

test("page and API write the same", async () => {
  const { owner, vehicleId } = crowd;
  const state = async () => (await owner.browser.api("GET", `/events/${live}`)).json.data.doc;
  await owner.browser.submit(`/events/${live}`, { intent: "attend", vehicle: vehicleId });
  const byForm = await state();
  await owner.browser.api("DELETE", `/events/${live}/attendance`);
  await owner.browser.api("POST", `/events/${live}/attendance`, { vehicle: vehicleId });
  expect(await state()).toEqual(byForm);
});

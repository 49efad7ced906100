import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "~/env.server";
import { countCall, type LimitName } from "~/http/limits/limits.server";
import { calls } from "~/routes/api/v1/vehicles";
import { failureOf } from "../support/refusal";

beforeAll(() => void Object.assign(env(), { RATE_LIMITS: "on" }));
afterAll(() => void Object.assign(env(), { RATE_LIMITS: "off" }));

let person = 0;

test.each([
  ["commentsOfADay", 500, "/vehicles/{vehicleId}/comments"],
  ["newVehicle", 250, "/vehicles"],
  ["newEntry", 250, "/vehicles/{vehicleId}/build"],
] as [LimitName, number, string][])(
  "%s: %d a day of a person, wherever they are; a refused one is none",
  async (name, most, path) => {
    expect(calls.find((call) => call.method === "POST" && call.path === path)?.limit).toContain(name);
    person += 1;
    const count = (at: number) => countCall(name, { clientAddress: `10.0.${at >> 8}.${at & 255}`, personId: person });
    const refused = await count(0);
    await refused();
    for (let at = 0; at < most; at++) await count(at);
    const refusal = await failureOf(() => count(most));
    expect([refusal?.code, refusal!.retryAfter! > 86_000]).toEqual(["rate_limited", true]);
    await countCall(name, { clientAddress: "10.1.0.1", personId: person + 1_000 });
  },
);

test("people of one address report four times as often as each of them may, and no more", async () => {
  const report = (personId: number, clientAddress = "10.2.0.1") => countCall("report", { clientAddress, personId });
  for (let one = 0; one < 4; one++) for (let at = 0; at < 10; at++) await report(2_000 + one);
  expect((await failureOf(() => report(2_010)))?.code).toBe("rate_limited");
  await report(2_010, "10.2.0.2");
  await countCall("report", { clientAddress: "10.2.0.1" });
});

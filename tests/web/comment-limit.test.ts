import { expect, test } from "vitest";
import { sharedServer } from "../support/server";
import { makeCrowd } from "../support/social";

const server = sharedServer({ env: { RATE_LIMITS: "on" } });

test("comments are limited to 30 in five minutes, by page and API together", async () => {
  const { member, vehicleId } = await makeCrowd(server());
  const vehicle = `/vehicles/${vehicleId}`;
  const viaForm = () => member.browser.submit(vehicle, { intent: "comment", text: "Again" });
  const viaApi = () => member.browser.api("POST", `${vehicle}/comments`, { text: "Again" });
  for (let at = 0; at < 15; at++) {
    expect((await viaForm()).status).toBe(302);
    expect((await viaApi()).status).toBe(201);
  }
  const [form, call] = [await viaForm(), await viaApi()];
  expect([form.status, call.status]).toEqual([429, 429]);
  for (const { headers } of [form, call]) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(form.page.alerts[0]).toContain(call.json.message);
  expect(form.page.value("text")).toBe("Again");
  expect((await member.browser.api("GET", `${vehicle}/comments`)).json.total).toBe(30);
});

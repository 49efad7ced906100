import type { AppLoadContext } from "@remix-run/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "~/env.server";
import { startSession } from "~/features/accounts/sessions.server";
import { consumeForCaller, type LimitName } from "~/http/limits/limits.server";
import { consumeMailLimit } from "~/http/limits/login.server";
import { signedCookie } from "~/http/session/session.server";
import { calls } from "~/routes/api/v1/vehicles";
import { action as addEntryByPage } from "~/routes/vehicles/entry-new";
import { makeOwner } from "../support/make-rows";
import { failureOf } from "../support/refusal";

beforeAll(() => void Object.assign(env(), { RATE_LIMITS: "on" }));
afterAll(() => void Object.assign(env(), { RATE_LIMITS: "off" }));

let lastUserId = 0;

test.each([
  ["commentsOfADay", 500, "/vehicles/{vehicleId}/comments"],
  ["newVehicle", 250, "/vehicles"],
  ["newEntry", 250, "/vehicles/{vehicleId}/build"],
] as [LimitName, number, string][])(
  "%s: %d a day of a person, wherever they are; a refused one is none",
  async (name, most, path) => {
    expect(calls.find((call) => call.method === "POST" && call.path === path)?.limit).toContain(name);
    lastUserId += 1;
    const count = (at: number) =>
      consumeForCaller(name, { clientAddress: `10.0.${at >> 8}.${at & 255}`, userId: lastUserId });
    const consumeMore = await count(0);
    await consumeMore();
    for (let index = 0; index < most; index++) await count(index);
    const refusal = await failureOf(() => count(most));
    expect([refusal?.code, refusal!.retryAfter! > 86_000]).toEqual(["rate_limited", true]);
    await consumeForCaller(name, { clientAddress: "10.1.0.1", userId: lastUserId + 1_000 });
  },
);

test("people of one address report four times as often as each of them may, and no more", async () => {
  const report = (userId: number, clientAddress = "10.2.0.1") => consumeForCaller("report", { clientAddress, userId });
  for (let network = 0; network < 4; network++) for (let index = 0; index < 10; index++) await report(2_000 + network);
  expect((await failureOf(() => report(2_010)))?.code).toBe("rate_limited");
  await report(2_010, "10.2.0.2");
  await consumeForCaller("report", { clientAddress: "10.2.0.1" });
});

test("mails that anybody causes leave a tagged address its warnings and its password's link", async () => {
  const kinds = ["sign-up", "verify", "report"] as const;
  const attempts = Array.from({ length: 12 }, (_, index) =>
    consumeMailLimit(kinds[index % 3]!, `owner+${index}@example.com`),
  );
  expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(10);
  for (const kind of ["reset", "new-device", "wrong-codes"] as const)
    expect([kind, await consumeMailLimit(kind, "owner+own@example.com")]).toEqual([kind, true]);
  expect(await consumeMailLimit("sign-up", "other+1@example.com")).toBe(true);
});

test("another row for a part is no entry, where a day's are used up", async () => {
  const { user, vehicle } = makeOwner();
  for (let index = 0; index < 250; index++)
    await consumeForCaller("newEntry", { clientAddress: "10.3.0.1", userId: user.id });
  const cookie = await signedCookie("session").serialize(startSession(user.id, ""));
  const press = (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    const request = new Request("http://localhost/", { method: "POST", headers: { cookie }, body });
    const context = { clientAddress: "10.3.0.1", requestId: "1" } as AppLoadContext;
    return addEntryByPage({ request, params: { vehicleId: String(vehicle.id) }, context });
  };
  expect(await press({ title: "Tyres", rows: "2" })).toMatchObject({ rows: 2, values: { title: "Tyres" } });
  const entry = { title: "Tyres", kind: "Service", date: "2026-01-01" };
  expect(await press(entry)).toMatchObject({ init: { status: 429 }, data: { values: entry } });
});

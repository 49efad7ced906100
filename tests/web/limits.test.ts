import { beforeAll, describe, expect, test } from "vitest";
import { GOOD_EVENT } from "../support/good-event";
import { type Owner, signUpWithGarage } from "../support/members";
import { rawRequest } from "../support/raw-request";
import { sharedServer } from "../support/server";

const server = sharedServer({ env: { RATE_LIMITS: "on", TRUST_PROXY: "1" } });

/** Another client, as a proxy in front tells. */
const from = (address: string) => ({ "X-Forwarded-For": address });

/** How many of the calls are let in before the first that is not, which has to say when to come back. */
async function letIn(call: (at: number) => Promise<{ status: number; headers: Headers }>, most: number) {
  for (let at = 0; at <= most; at++) {
    const { status, headers } = await call(at);
    if (status === 429) {
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      return at;
    }
    expect(status).toBeLessThan(400);
  }
  return most + 1;
}

describe("what people do", () => {
  let ada: Owner;
  let bob: Owner;
  let vehicleId: string;
  beforeAll(async () => {
    ada = await signUpWithGarage(server(), "Ada Limit");
    bob = await signUpWithGarage(server(), "Bob Limit");
    const added = await ada.browser.api("POST", "/vehicles", { make: "Saab", model: "96", year: 1968 });
    vehicleId = added.json.data.doc._id;
  });

  test("60 likes in five minutes, through page and API together", async () => {
    const like = (at: number) =>
      at % 2 === 0
        ? bob.browser.submit(`/vehicles/${vehicleId}/like`, {})
        : bob.browser.api("PATCH", `/vehicles/${vehicleId}/like`);
    expect(await letIn(like, 60)).toBe(60);
  });

  test("60 follows in five minutes, and no more unfollows than follows", async () => {
    const follow = (at: number) => bob.browser.api("POST", `/users/${at % 2 === 0 ? "follow" : "unfollow"}/${ada.id}`);
    expect(await letIn(follow, 60)).toBe(60);
  });

  test("20 reviews an hour; a refused one is none", async () => {
    const path = `/garages/${ada.garageId}/reviews`;
    for (let at = 0; at < 5; at++) expect((await bob.browser.api("POST", path, { rating: 9 })).status).toBe(400);
    expect(await letIn((at) => bob.browser.api("POST", path, { rating: 5, review: `Again ${at}` }), 20)).toBe(20);
    const page = await bob.browser.submit(`/garages/${ada.garageId}`, {
      intent: "review",
      rating: 4,
      review: "Kept in the form",
    });
    expect(page.status).toBe(429);
    expect(page.page.text("textarea")).toBe("Kept in the form");
  });

  test("10 events a day, of a person wherever they are; a refused one is none", async () => {
    const submit = (fields: object, address: string) =>
      ada.browser.api("POST", "/events/submit", { ...GOOD_EVENT, ...fields }, { headers: from(address) });
    for (let at = 0; at < 3; at++) expect((await submit({ title: "" }, "192.0.2.9")).status).toBe(400);
    expect(await letIn((at) => submit({ title: `Meeting ${at}` }, `192.0.2.${at}`), 10)).toBe(10);
  });
});

describe("costly reads", () => {
  const read = async (path: string, address: string) => {
    const { status, headers } = await rawRequest(server().url, { path, headers: from(address) });
    return { status, headers: new Headers(headers as Record<string, string>) };
  };

  test.each([
    ["/search?q=saab", "198.51.100.1"],
    ["/api/v1/search?q=saab", "198.51.100.2"],
    ["/search/suggestions?q=saab", "198.51.100.6"],
    ["/map-search", "198.51.100.3"],
    ["/api/v1/events?near=Birmingham", "198.51.100.4"],
  ])("%s: 120 a minute a client, also where the page is kept ready", async (path, address) => {
    expect(await letIn(() => read(path, address), 120)).toBe(120);
    expect((await read(path, "198.51.100.99")).status).toBe(200);
  });

  test("whatever else a proxy was told of the client counts for nothing", async () => {
    const forged = (at: number) => read("/api/v1/search?q=x", `203.0.113.${at}, 198.51.100.5`);
    expect(await letIn(forged, 120)).toBe(120);
  });
});

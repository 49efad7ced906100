import { RateLimiterMemory } from "rate-limiter-flexible";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listNetworks, makeCounters } from "~/http/limits/limits.server";

const COUNTER = { name: "like", points: 2, duration: 60 };

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

test("counters in memory: refused past the points, with the time to wait; a try may be given back", async () => {
  const counters = makeCounters(RateLimiterMemory);
  expect(await counters.count(COUNTER, "a")).toBe(0);
  expect(await counters.isUsedUp(COUNTER, "a")).toBe(false);
  expect(await counters.count(COUNTER, "a")).toBe(0);
  expect(await counters.isUsedUp(COUNTER, "a")).toBe(true);
  const wait = await counters.count(COUNTER, "a");
  expect(wait).toBeGreaterThan(50_000);
  expect(wait).toBeLessThanOrEqual(60_000);
  expect(await counters.count(COUNTER, "b")).toBe(0);
  await counters.refund(COUNTER, "b");
  expect([await counters.count(COUNTER, "b"), await counters.count(COUNTER, "b")]).toEqual([0, 0]);
  // A newer build's limit of the same name counts separately.
  expect(await counters.count({ ...COUNTER, points: 5 }, "a")).toBe(0);
});

test("where the primary does not answer, tries are refused for a moment and nothing throws", async () => {
  const silent = () => Promise.reject(new Error("no answer from master in time"));
  class Silent extends RateLimiterMemory {
    override consume = silent;
    override reward = silent;
    override get = silent;
  }
  const counters = makeCounters(Silent);
  expect(await counters.count(COUNTER, "a")).toBe(1_000);
  expect(await counters.isUsedUp(COUNTER, "a")).toBe(true);
  await counters.refund(COUNTER, "a");
});

test.each([
  ["192.0.2.7", ["192.0.2.7"]],
  ["::ffff:192.0.2.7", ["192.0.2.7"]],
  ["2001:DB8:0:a1b2::7", ["20010db80000a1b2/64", "20010db80000a1/56", "20010db80000/48"]],
  ["2001:db8::a1b2:1:2:3:4%eth0", ["20010db80000a1b2/64", "20010db80000a1/56", "20010db80000/48"]],
  ["::1", ["0/64", "0/56", "0/48"]],
  // A proxy's possible values.
  ["unknown:1", ["unknown:1"]],
  ["", [""]],
])("who is counted for %s", (address, networks) => {
  const found = listNetworks(address);
  expect(found.map(({ network }) => network)).toEqual(networks);
  expect(found.map(({ times }) => times)).toEqual([1, 4, 16].slice(0, networks.length));
});

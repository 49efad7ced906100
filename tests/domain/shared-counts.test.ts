import { RateLimiterMemory } from "rate-limiter-flexible";
import { expect, test } from "vitest";
import { listNetworks, makeCounters } from "~/http/limits/limits.server";

const COUNTER = { name: "like", points: 2, duration: 60 };

test("a newer build's limit of the same name counts by itself, also while both run", async () => {
  const counters = makeCounters(RateLimiterMemory);
  const tries = [COUNTER, COUNTER, COUNTER, { ...COUNTER, points: 5 }].map((counter) => counters.count(counter, "a"));
  expect((await Promise.all(tries)).map((wait) => wait > 0)).toEqual([false, false, true, false]);
});

test("without a reply of the primary, attempts are refused for a moment and nothing throws", async () => {
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
  // From a proxy.
  ["unknown:1", ["unknown:1"]],
  ["", [""]],
])("the counted networks of %s", (address, networks) => {
  const listedNetworks = listNetworks(address);
  expect(listedNetworks.map(({ network }) => network)).toEqual(networks);
  expect(listedNetworks.map(({ times }) => times)).toEqual([1, 4, 16].slice(0, networks.length));
});

import { RateLimiterMemory } from "rate-limiter-flexible";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listNetworks, makeCounters } from "~/http/limits/limits.server";
import type { PrimaryChannel } from "~/server/cluster/messages";
import { sharedUploadSlots } from "~/server/cluster/upload-slots";

const COUNTER = { name: "like", points: 2, duration: 60 };

/** A primary that takes what it is told and answers nothing in time. */
function silentPrimary() {
  const told: unknown[] = [];
  const primary: PrimaryChannel = {
    tell: (message) => void told.push(message),
    ask: () => Promise.reject(new Error("no answer")),
    listen: () => {},
  };
  return { primary, told };
}

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
  // A newer build's limit of the same name counts for itself.
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

test("where the primary does not answer, an upload is told to come back, and its place is given up", async () => {
  const { primary, told } = silentPrimary();
  await expect(sharedUploadSlots(primary).take({ userId: 1, bytes: 1 })).rejects.toMatchObject({
    code: "rate_limited",
  });
  expect(told).toEqual([{ type: "leave-slot", slot: 1 }]);
});

test("an upload whose client goes away leaves the queue, also where the place is granted at that moment", async () => {
  const { primary, told } = silentPrimary();
  const client = new AbortController();
  const granting: PrimaryChannel = {
    ...primary,
    ask: async () => {
      client.abort();
      return null as never;
    },
  };
  const slots = sharedUploadSlots(granting);
  await expect(slots.take({ userId: 1, bytes: 1, signal: client.signal })).rejects.toMatchObject({ code: "invalid" });
  expect(told).toEqual([{ type: "leave-slot", slot: 1 }]);
  await expect(slots.take({ userId: 1, bytes: 1, signal: client.signal })).rejects.toMatchObject({ code: "invalid" });
  expect(told).toHaveLength(1);
});

test("a granted place is given up once", async () => {
  const { primary, told } = silentPrimary();
  const slot = await sharedUploadSlots({ ...primary, ask: async () => null as never }).take({ userId: 1, bytes: 1 });
  slot.release();
  slot.release();
  expect(told).toHaveLength(1);
});

test.each([
  ["192.0.2.7", ["192.0.2.7"]],
  ["::ffff:192.0.2.7", ["192.0.2.7"]],
  ["2001:DB8:0:a1b2::7", ["20010db80000a1b2/64", "20010db80000a1/56", "20010db80000/48"]],
  ["2001:db8::a1b2:1:2:3:4%eth0", ["20010db80000a1b2/64", "20010db80000a1/56", "20010db80000/48"]],
  ["::1", ["0/64", "0/56", "0/48"]],
  // What a proxy may have written.
  ["unknown:1", ["unknown:1"]],
  ["", [""]],
])("who is counted for %s", (address, networks) => {
  const found = listNetworks(address);
  expect(found.map(({ network }) => network)).toEqual(networks);
  expect(found.map(({ times }) => times)).toEqual([1, 4, 16].slice(0, networks.length));
});

test("a place has as much room as the primary says, and is lost in its words", async () => {
  const { primary } = silentPrimary();
  const asked: unknown[] = [];
  const answers = [null, { room: 7 }, { code: "too_slow", message: "Too slow." }];
  const answering: PrimaryChannel = {
    ...primary,
    ask: async (about, question) => {
      asked.push([about, question]);
      return answers.shift() as never;
    },
  };
  const slot = await sharedUploadSlots(answering).take({ userId: 1, bytes: 9 });
  expect(await slot.arrived(2)).toBe(7);
  await expect(slot.arrived(3)).rejects.toMatchObject({ code: "too_slow", message: "Too slow." });
  expect(asked.slice(1)).toEqual([
    ["arrived", { slot: 1, bytes: 2 }],
    ["arrived", { slot: 1, bytes: 3 }],
  ]);
});

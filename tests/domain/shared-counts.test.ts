import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { memoryCounters } from "~/http/counters.server";
import type { Primary } from "~/server/cluster/link";
import { sharedCounters, sharedSlots } from "~/server/cluster/shared";

const COUNTER = { name: "like", points: 2, duration: 60 };

/** A primary that takes what it is told and answers nothing in time. */
function silentPrimary() {
  const told: unknown[] = [];
  const primary: Primary = {
    tell: (message) => void told.push(message),
    ask: () => Promise.reject(new Error("no answer")),
    listen: () => {},
  };
  return { primary, told };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("counters in memory: refused past the points, with the time to wait; a try may be given back", async () => {
  const counters = memoryCounters();
  expect(await counters.count(COUNTER, "a")).toBe(0);
  expect(await counters.isUsedUp(COUNTER, "a")).toBe(false);
  expect(await counters.count(COUNTER, "a")).toBe(0);
  expect(await counters.isUsedUp(COUNTER, "a")).toBe(true);
  const wait = await counters.count(COUNTER, "a");
  expect(wait).toBeGreaterThan(50_000);
  expect(wait).toBeLessThanOrEqual(60_000);
  expect(await counters.count(COUNTER, "b")).toBe(0);
  await counters.giveBack(COUNTER, "b");
  expect([await counters.count(COUNTER, "b"), await counters.count(COUNTER, "b")]).toEqual([0, 0]);
  // A newer build's limit of the same name counts for itself.
  expect(await counters.count({ ...COUNTER, points: 5 }, "a")).toBe(0);
});

test("where the primary does not answer, tries are refused for a moment and nothing throws", async () => {
  const counters = sharedCounters(silentPrimary().primary);
  expect(await counters.count(COUNTER, "a")).toBe(1_000);
  expect(await counters.isUsedUp(COUNTER, "a")).toBe(true);
  await counters.giveBack(COUNTER, "a");
});

test("where the primary does not answer, an upload is told to come back, and its place is given up", async () => {
  const { primary, told } = silentPrimary();
  await expect(sharedSlots(primary).take({ personId: 1, bytes: 1 })).rejects.toMatchObject({ code: "rate_limited" });
  expect(told).toEqual([{ type: "leave-slot", slot: 1 }]);
});

test("an upload whose client goes away leaves the queue, also where the place is granted at that moment", async () => {
  const { primary, told } = silentPrimary();
  const client = new AbortController();
  const granting: Primary = {
    ...primary,
    ask: async () => {
      client.abort();
      return null as never;
    },
  };
  const slots = sharedSlots(granting);
  const upload = slots.take({ personId: 1, bytes: 1, signal: client.signal });
  await expect(upload).rejects.toMatchObject({ code: "invalid" });
  expect(told).toEqual([{ type: "leave-slot", slot: 1 }]);
  await expect(slots.take({ personId: 1, bytes: 1, signal: client.signal })).rejects.toMatchObject({ code: "invalid" });
  expect(told).toHaveLength(1);
});

test("a granted place is given up once", async () => {
  const { primary, told } = silentPrimary();
  const release = await sharedSlots({ ...primary, ask: async () => null as never }).take({ personId: 1, bytes: 1 });
  release();
  release();
  expect(told).toHaveLength(1);
});

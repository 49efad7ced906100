import { expect, test } from "vitest";
import { isAlive } from "~/lib/processes.server";
import { makeZombie } from "../support/zombie";

test("a process that has ended is dead, also while nobody has taken notice of it", async () => {
  const { pid, parentPid, clear } = await makeZombie();
  expect(() => process.kill(pid, 0)).not.toThrow();
  expect(isAlive(pid)).toBe(false);
  expect([parentPid, process.pid].map(isAlive)).toEqual([true, true]);
  expect([Number.NaN, 0].map(isAlive)).toEqual([false, false]);
  clear();
});

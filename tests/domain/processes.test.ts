import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { isAlive } from "~/lib/processes.server";

test("a process is alive until it has ended", () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  expect([process.pid, pid, Number.NaN, 0].map(isAlive)).toEqual([true, false, false, false]);
});

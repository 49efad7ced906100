import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { isAlive } from "~/lib/processes.server";

/**
 * Ended without a `wait`; its living parent's end removes it. The shell starts a child and execs a program that ignores
 * it; only then the child ends.
 */
async function makeZombie() {
  const parent = spawn("sh", ["-c", "cat <&3 >/dev/null & echo $!; exec sleep 60"], {
    stdio: ["ignore", "pipe", "inherit", "pipe"],
  });
  const [line] = (await once(parent.stdout!, "data")) as [Buffer];
  const pid = Number(line.toString());
  const stateOf = (id: number) => readFileSync(`/proc/${id}/stat`, "latin1");
  await vi.waitFor(() => {
    if (!stateOf(parent.pid!).includes("(sleep)")) throw new Error("the shell has become nothing else yet");
  });
  parent.stdio[3]!.destroy();
  await vi.waitFor(() => {
    if (!/\) Z /.test(stateOf(pid))) throw new Error("the child has not ended yet");
  });
  return { pid, parent };
}

test("an ended process is dead, even before its parent reaps it", async () => {
  const { pid, parent } = await makeZombie();
  expect(() => process.kill(pid, 0)).not.toThrow();
  expect(isAlive(pid)).toBe(false);
  expect([parent.pid!, process.pid].map(isAlive)).toEqual([true, true]);
  expect([Number.NaN, 0].map(isAlive)).toEqual([false, false]);
  parent.kill("SIGKILL");
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { isAlive } from "~/lib/processes.server";

test("a process that has ended is dead, also while nobody has taken notice of it", async () => {
  // The shell's child ends at once; the program that the shell becomes never asks after it.
  const parent = spawn("sh", ["-c", "sh -c 'exit 0' & echo $!; exec sleep 60"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  const child = Number(line.toString());
  await expect.poll(() => isAlive(child)).toBe(false);
  expect(() => process.kill(child, 0)).not.toThrow();
  expect([isAlive(parent.pid!), isAlive(process.pid), isAlive(Number.NaN), isAlive(0)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  parent.kill("SIGKILL");
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { vi } from "vitest";

/** A process that has ended, and that nobody has taken notice of. */
export interface Zombie {
  pid: number;
  /** Of the process that does not take notice, alive. */
  parentPid: number;
  /** Ends its parent, and so clears it away. */
  clear(): void;
}

/** Makes one: a shell starts a child, becomes a program that knows nothing of it, and only then the child ends. */
export async function makeZombie(): Promise<Zombie> {
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
  return { pid, parentPid: parent.pid!, clear: () => parent.kill("SIGKILL") };
}

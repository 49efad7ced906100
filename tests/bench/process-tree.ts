import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Length of the system's clock tick in which `/proc` counts processor time, ms: 100 a second on every Linux. */
const TICK = 10;

interface Entry {
  pid: number;
  parent: number;
  /** ms */
  cpu: number;
}

/** Processor time so far of a process and of all that it has started and that still run, ms; NaN but on Linux. */
export function cpuOfTree(pid: number): number {
  if (!existsSync("/proc/self/stat")) return Number.NaN;
  const entries = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => entryOf(Number(name)) ?? []);
  let total = 0;
  const add = (of: number) => {
    for (const { pid: own, parent, cpu } of entries) {
      if (own === of) total += cpu;
      if (parent === of) add(own);
    }
  };
  add(pid);
  return total;
}

/** Processor time of this process's children that have ended, ms; NaN but on Linux. */
export function reapedCpu(): number {
  if (!existsSync("/proc/self/stat")) return Number.NaN;
  const fields = fieldsOf(readFileSync("/proc/self/stat", "utf8"));
  return (Number(fields[13]) + Number(fields[14])) * TICK;
}

/** Undefined where the process has just ended. */
function entryOf(pid: number): Entry | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return undefined;
  }
}

/** The fields behind the name, which stands in parentheses and may hold anything. */
const fieldsOf = (text: string) => text.slice(text.lastIndexOf(")") + 2).split(" ");

/** Reads `/proc/PID/stat`. */
export function parseStat(text: string): Entry {
  const pid = Number.parseInt(text, 10);
  const fields = fieldsOf(text);
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return { pid, parent: Number(fields[1]), cpu: (user + system) * TICK };
}

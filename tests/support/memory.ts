import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** MB. */
export interface Memory {
  now: number;
  /** Since the start or `forgetPeak`. */
  peak: number;
}

/** @returns undefined outside of Linux */
export function memoryOf(pid: number): Memory | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, "utf8");
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1]) / 1024;
  return { now: read("VmRSS"), peak: read("VmHWM") };
}

/** If the system can. */
export function forgetPeak(pid: number): void {
  const file = `/proc/${pid}/clear_refs`;
  if (existsSync(file)) writeFileSync(file, "5");
}

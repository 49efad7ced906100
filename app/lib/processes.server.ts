import { readFileSync } from "node:fs";

/** On this machine; false for an invalid id. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0) || isZombie(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Ended unnoticed, as in containers whose first process does not reap children. */
function isZombie(pid: number): boolean {
  try {
    // "12 (a name) Z …"; the name may contain parentheses.
    return /^[ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1) ?? "");
  } catch {
    // No such process, or a system without /proc.
    return false;
  }
}

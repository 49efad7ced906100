import { readFileSync } from "node:fs";

/** Whether a process of this number runs on this machine, whoever's it is; false for what is no number of a process. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0) || isZombie(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether it has ended and nobody has taken notice, as in containers whose first process looks after no others. */
function isZombie(pid: number): boolean {
  try {
    // "12 (a name) Z …"; a name may hold parentheses.
    return /^[ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1) ?? "");
  } catch {
    // No such process, or a system without /proc.
    return false;
  }
}

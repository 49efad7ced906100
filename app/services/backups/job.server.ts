import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { env } from "~/env.server";
import { SECOND } from "~/lib/time";
import { logJobFault } from "~/services/log/faults.server";
import { log } from "~/services/log/log.server";
import { takeTurn, UNDER_WAY } from "./repository.server";
import { firstErrorLine, repositoryName } from "./restic.server";
import { isDue, lastRun } from "./runs.server";

/** How often is looked whether it is time, ms. */
const CHECK_INTERVAL_MS = 5 * SECOND;
/** How long a run may take to clear away when the site stops, before it is killed, ms. */
const CLEANUP_TIMEOUT_MS = 3 * SECOND;
/** As the system counts: requests go first. */
const NICENESS = 19;

/**
 * Takes backups in time (BACKUP_EVERY), each in a process of its own, so that requests feel neither its work nor its
 * memory.
 * @returns ends that; a run is stopped and leaves nothing that counts
 */
export function startBackups(): () => Promise<void> {
  const { BACKUP_EVERY } = env();
  if (BACKUP_EVERY === null) return async () => {};
  let run: { child: ChildProcess; ended: Promise<void> } | undefined;
  const look = () => {
    try {
      if (run || !isDue(repositoryName(), BACKUP_EVERY)) return;
      const turn = takeTurn();
      // Somebody else is at it.
      if (!turn) return;
      turn();
      const child = fork(path.resolve("build/cli/backup.js"), [], {
        execArgv: [],
        stdio: ["ignore", "ignore", "pipe", "ipc"],
      });
      run = { child, ended: watch(child).finally(() => (run = undefined)) };
    } catch (error) {
      // A fault here, such as a full disk, must not end the rounds.
      logJobFault(error, "backup failed");
    }
  };
  look();
  const timer = setInterval(look, CHECK_INTERVAL_MS);
  return async () => {
    clearInterval(timer);
    if (!run) return;
    const { child, ended } = run;
    child.kill("SIGTERM");
    const kill = setTimeout(() => child.kill("SIGKILL"), CLEANUP_TIMEOUT_MS);
    await ended;
    clearTimeout(kill);
  };
}

/** Waits for the end of a run, and logs what came of it. */
async function watch(child: ChildProcess): Promise<void> {
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  } catch {
    // It has ended already, or the system does not allow it: then it runs like anything else.
  }
  const place = repositoryName();
  try {
    const [said, [code]] = await Promise.all([text(child.stderr!), once(child, "close")]);
    const problem = firstErrorLine(said);
    const last = lastRun(place);
    if (problem === UNDER_WAY) return;
    if (code === 0) log.info({ place, bytes: last?.bytes }, "backup taken");
    else if (last?.error === null && last.finishedAt !== null) log.warn({ place, problem }, "backup taken, but");
    else if (!child.killed) logJobFault(problem, "backup failed", { place });
  } catch (error) {
    logJobFault(error, "backup failed", { place });
  }
}

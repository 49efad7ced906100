import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { env } from "~/env.server";
import { SECOND } from "~/lib/time";
import { logJobFault } from "~/services/log/faults.server";
import { log } from "~/services/log/log.server";
import { lockBackups, UNDER_WAY } from "./repository.server";
import { firstErrorLine, repositoryName } from "./restic.server";
import { isDue, lastRun } from "./runs.server";

const CHECK_INTERVAL_MS = 5 * SECOND;
const CLEANUP_TIMEOUT_MS = 3 * SECOND;
const NICENESS = 19;

/**
 * Each backup (BACKUP_EVERY) has its own process, so that it does not slow down requests.
 * @returns stops the job
 */
export function startBackups(): () => Promise<void> {
  const { BACKUP_EVERY } = env();
  if (BACKUP_EVERY === null) return async () => {};
  let run: { child: ChildProcess; ended: Promise<void> } | undefined;
  const look = () => {
    try {
      if (run || !isDue(repositoryName(), BACKUP_EVERY)) return;
      const turn = lockBackups();
      if (!turn) return;
      turn();
      const child = fork(path.resolve("build/cli/backup.js"), [], {
        execArgv: [],
        stdio: ["ignore", "ignore", "pipe", "ipc"],
      });
      run = { child, ended: watch(child).finally(() => (run = undefined)) };
    } catch (error) {
      // Such as a full disk: must not end the interval.
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

async function watch(child: ChildProcess): Promise<void> {
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  } catch {
    // It has ended, or the system refuses: normal priority.
  }
  const place = repositoryName();
  try {
    const [stderr, [code]] = await Promise.all([text(child.stderr!), once(child, "close")]);
    const problem = firstErrorLine(stderr);
    const last = lastRun(place);
    if (problem === UNDER_WAY) return;
    if (code === 0) log.info({ place, bytes: last?.bytes }, "backup taken");
    else if (last?.error === null && last.finishedAt !== null)
      log.warn({ place, problem }, "backup taken with problems");
    else if (!child.killed) logJobFault(problem, "backup failed", { place });
  } catch (error) {
    logJobFault(error, "backup failed", { place });
  }
}

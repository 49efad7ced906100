import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { env } from "~/env.server";
import { SECOND } from "~/lib/time";
import { logJobFault } from "~/services/log/faults.server";
import { log } from "~/services/log/log.server";
import { runJob } from "../periodic/periodic.server";
import { lockBackups, UNDER_WAY, WEEK_MS } from "./repository.server";
import { firstErrorLine, repositoryName } from "./restic.server";
import { type BackupJob, findRequest, isDue, lastRun } from "./runs.server";

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
  let run: { child: ChildProcess; ended: Promise<unknown> } | undefined;
  const look = () => {
    try {
      if (run) return;
      const place = repositoryName();
      const name = findRequest() ?? (isDue(place, BACKUP_EVERY) ? "backup" : undefined);
      if (name === undefined) return;
      const turn = lockBackups();
      if (!turn) return;
      turn();
      const child = fork(path.resolve("build/cli/backup.js"), name === "backup" ? [] : ["check"], {
        execArgv: [],
        stdio: ["ignore", "ignore", "pipe", "ipc"],
      });
      const every = name === "backup" ? BACKUP_EVERY : WEEK_MS;
      const failed = (error: unknown) => logJobFault(error, `${name} failed`, { place });
      const before = lastRun(place)?.id;
      const ended = runJob({ name, every, failed }, () => watch(child, name, place, before));
      run = { child, ended: ended.finally(() => (run = undefined)) };
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

/** @returns false if it was stopped, or another process came first */
async function watch(child: ChildProcess, name: BackupJob, place: string, before?: number): Promise<boolean> {
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  } catch {
    // It has ended, or the system refuses: normal priority.
  }
  const [stderr, [code]] = await Promise.all([text(child.stderr!), once(child, "close")]);
  const problem = firstErrorLine(stderr);
  if (child.killed || problem === UNDER_WAY) return false;
  const last = lastRun(place);
  const isTaken = name === "backup" && last?.id !== before && last?.error === null && last.finishedAt !== null;
  if (code !== 0 && !isTaken) throw problem;
  if (code !== 0) log.warn({ place, problem }, "backup taken with problems");
  else if (name === "backup") log.info({ place, bytes: last?.bytes }, "backup taken");
  else log.info({ place }, "backups checked");
  return true;
}

import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import path from "node:path";
import { env } from "~/env.server";
import { describeLocation } from "~/lib/store-location";
import { now, SECOND } from "~/lib/time";
import { logJobFault } from "~/services/log/faults.server";
import { log } from "~/services/log/log.server";
import { claimRun, dropRun, finishRun, nextRun, renewRun, takeTurn } from "./runs.server";

/** How often is looked at least whether it is time: another process may have taken one. ms. */
const LOOK = 5 * SECOND;
const SHORTEST = SECOND / 2;
/** How often a run gives a sign of life, ms. */
const SIGN = 5 * SECOND;
/** How long a run may take to clear away when the site stops, before it is killed, ms. */
const CLEARING = 3 * SECOND;
/** As the system counts: requests go first. */
const NICENESS = 10;

/** What the process that takes a backup tells. */
interface Told {
  bytes?: unknown;
}

/**
 * Takes backups into BACKUP_URL in time (BACKUP_EVERY), each in a process of its own, so that requests feel neither its
 * work nor its memory.
 * @returns ends that; a run is stopped and leaves nothing that counts
 */
export function startBackups(): () => Promise<void> {
  const { BACKUP_URL, BACKUP_EVERY } = env();
  if (!BACKUP_URL || BACKUP_EVERY === null) return async () => {};
  const place = describeLocation(BACKUP_URL);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let run: { child: ChildProcess; ended: Promise<void> } | undefined;

  const begin = (id: number, endTurn: () => void) => {
    const { child, result } = takeBackup();
    const signs = setInterval(() => attempt(() => renewRun(id)), SIGN);
    const ended = result.then((outcome) => {
      clearInterval(signs);
      run = undefined;
      attempt(() => (stopped && !outcome.taken ? dropRun(id) : note(id, place, outcome)));
      endTurn();
      plan();
    });
    run = { child, ended };
  };
  const look = () => {
    const turn = attempt(takeTurn);
    const endTurn = () => turn?.();
    const id = attempt(() => claimRun(place, BACKUP_EVERY, Boolean(turn)));
    if (typeof id === "number") return begin(id, endTurn);
    endTurn();
    plan();
  };
  const plan = () => {
    if (stopped) return;
    const next = attempt(() => nextRun(place, BACKUP_EVERY)) ?? Number.POSITIVE_INFINITY;
    timer = setTimeout(look, Math.min(Math.max(next - now(), SHORTEST), LOOK));
  };
  look();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    if (!run) return;
    const { child, ended } = run;
    child.kill("SIGTERM");
    const kill = setTimeout(() => child.kill("SIGKILL"), CLEARING);
    await ended;
    clearTimeout(kill);
  };
}

/** A fault here, such as a full disk, must not end the rounds. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    logJobFault(error, "the backups cannot be noted");
    return undefined;
  }
}

interface Outcome {
  /** Whether it is whole: cleaning up afterwards may have failed. */
  taken: boolean;
  bytes: number;
  /** What it said on stderr. */
  said: string;
  code: number | null;
}

/** Starts the command that takes one. */
function takeBackup(): { child: ChildProcess; result: Promise<Outcome> } {
  const command = path.resolve("build/cli/backup.js");
  const child = fork(command, [], { execArgv: [], stdio: ["ignore", "ignore", "pipe", "ipc"] });
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  } catch {
    // It has ended already, or the system does not allow it: then it runs like anything else.
  }
  const outcome: Outcome = { taken: false, bytes: 0, said: "", code: null };
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    outcome.said = (outcome.said + text).slice(0, 4000);
  });
  child.on("message", ({ bytes }: Told) => {
    outcome.taken = true;
    outcome.bytes = Number(bytes);
  });
  const result = new Promise<Outcome>((resolve) => {
    child.once("error", (error) => resolve({ ...outcome, said: error.message }));
    child.once("close", (code) => resolve({ ...outcome, code }));
  });
  return { child, result };
}

function note(id: number, place: string, { taken, bytes, said, code }: Outcome): void {
  const problem = said.trim().split("\n")[0] || `the process that took it ended with ${code}`;
  if (taken) {
    finishRun(id, { bytes });
    if (code === 0) log.info({ place, bytes }, "backup taken");
    else log.warn({ place, problem }, "backup taken, but");
    return;
  }
  finishRun(id, { error: problem });
  logJobFault(problem, "backup failed", { place });
}

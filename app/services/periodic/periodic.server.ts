import { eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { jobs } from "~/db/schema";
import { MINUTE, now } from "~/lib/time";
import { faultLine, logJobFault } from "~/services/log/faults.server";
import { log } from "~/services/log/log.server";

export interface Job {
  /** As shown to admins. */
  name: string;
  /** ms, from start to start. */
  every: number;
  /** Log message; or logs the error and returns its id. */
  failed: string | ((error: unknown) => string);
}

/**
 * Records the run in `jobs`. Never throws.
 * @param round returns false if there is nothing to record, or a note for admins
 * @returns whether it succeeded
 */
export async function runJob({ name, every, failed }: Job, round: () => unknown): Promise<boolean> {
  const startedAt = now();
  const result: Pick<JobRun, "error" | "errorId" | "note"> = { error: null, errorId: null, note: null };
  try {
    const outcome = await round();
    if (outcome === false) return true;
    if (typeof outcome === "string") result.note = outcome;
  } catch (error) {
    result.error = faultLine(error);
    result.errorId = typeof failed === "string" ? logJobFault(error, failed) : failed(error);
  }
  recordRun(name, { startedAt, finishedAt: now(), nextAt: startedAt + every, ...result });
  return result.error === null;
}

type JobRun = Pick<typeof jobs.$inferInsert, "nextAt" | "error" | "errorId" | "note"> & {
  startedAt: number;
  finishedAt: number;
};

/** At most once a minute while the result is the same, so that an idle site hardly writes. */
function recordRun(name: string, run: JobRun): void {
  try {
    const last = db().select().from(jobs).where(eq(jobs.name, name)).get();
    const isRecent = Math.abs(run.finishedAt - (last?.finishedAt ?? 0)) < MINUTE;
    if (last && last.error === run.error && last.requestedAt === null && isRecent) return;
    // A request during this run is for the next one.
    const requestedAt = last?.requestedAt && last.requestedAt > run.startedAt ? last.requestedAt : null;
    const row = { ...run, requestedAt };
    db()
      .insert(jobs)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: jobs.name, set: row })
      .run();
  } catch (error) {
    log.warn({ err: error, job: name }, "run of a job not recorded");
  }
}

interface PeriodicJob extends Job {
  /**
   * Skipped while the previous one runs.
   * @param isStopped checked between transactions: the next run does the rest
   */
  round(isStopped: () => boolean): unknown;
}

/** @returns stops it after the current transaction */
export function startPeriodicJob({ round, ...job }: PeriodicJob): () => Promise<void> {
  let isStopped = false;
  let currentRun: Promise<unknown> | undefined;
  const look = () => {
    currentRun ??= runJob(job, () => round(() => isStopped)).finally(() => {
      currentRun = undefined;
    });
  };
  const timer = setInterval(look, job.every);
  look();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await currentRun;
  };
}

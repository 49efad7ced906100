import { logJobFault } from "~/services/log/faults.server";

interface PeriodicJob {
  /** A round is skipped while the previous one runs. */
  every: number;
  /** @param isStopped checked between transactions: the next run does the rest */
  round(isStopped: () => boolean): Promise<unknown>;
  /** Log message; the next round runs anyway. */
  failed: string;
}

/** @returns stops it after the current transaction */
export function startPeriodicJob({ every, round, failed }: PeriodicJob): () => Promise<void> {
  let isStopped = false;
  let currentRun: Promise<unknown> | undefined;
  const look = () => {
    currentRun ??= round(() => isStopped)
      .catch((error) => logJobFault(error, failed))
      .finally(() => {
        currentRun = undefined;
      });
  };
  const timer = setInterval(look, every);
  look();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await currentRun;
  };
}

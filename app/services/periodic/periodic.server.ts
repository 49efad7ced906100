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
  let stopped = false;
  let running: Promise<unknown> | undefined;
  const look = () => {
    running ??= round(() => stopped)
      .catch((error) => logJobFault(error, failed))
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(look, every);
  look();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}

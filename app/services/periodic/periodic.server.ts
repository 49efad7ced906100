import { logJobFault } from "~/services/log/faults.server";

/** Work that is looked for again and again, beside requests. */
interface PeriodicJob {
  /** From one look to the next, ms; while a round runs none begins. */
  every: number;
  /** @param isStopped asked between transactions: what is left then is for the next time */
  round(isStopped: () => boolean): Promise<unknown>;
  /** What is logged of a fault; the next round comes all the same. */
  failed: string;
}

/**
 * Makes a round now and then one after the other, as long as the process runs.
 * @returns ends it, and waits until the transaction that runs is through
 */
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

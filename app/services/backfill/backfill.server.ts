import { setTimeout } from "node:timers/promises";
import { logJobFault } from "~/services/log/faults.server";
import { log } from "~/services/log/log.server";

/** Rows of one transaction: some tens of milliseconds, during which no request is answered. */
export const ROWS_AT_A_TIME = 200;

/**
 * Goes through rows of former days beside requests, in small transactions.
 * @param some takes care of up to `ROWS_AT_A_TIME` rows in one transaction, and returns how many there were
 * @param isStopped asked between transactions: what is left then is for the next start
 * @returns how many rows there were
 */
export async function besideRequests(some: () => number, isStopped: () => boolean): Promise<number> {
  let done = 0;
  for (let rows = ROWS_AT_A_TIME; rows === ROWS_AT_A_TIME && !isStopped(); done += rows) {
    const started = performance.now();
    rows = some();
    // Requests get as much time as this took, and another process finds the database free.
    await setTimeout(performance.now() - started);
  }
  return done;
}

/** One thing that is done for rows of former days. */
export interface Backfill {
  /** What is logged where there was something to do. */
  done: string;
  run(isStopped: () => boolean): Promise<number>;
}

/**
 * Runs these one after the other at start-up, without holding that up.
 * @param failed what is logged of a fault
 * @returns stops it, and waits until the transaction that runs is through
 */
export function startBackfill(failed: string, backfills: readonly Backfill[]): () => Promise<void> {
  let stopped = false;
  const running = (async () => {
    await setTimeout(0);
    for (const { run, done } of backfills) {
      const count = await run(() => stopped);
      if (count > 0) log.info({ count }, done);
    }
  })().catch((error) => logJobFault(error, failed));
  return async () => {
    stopped = true;
    await running;
  };
}

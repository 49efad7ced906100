import { setTimeout } from "node:timers/promises";
import { and, asc, eq, isNull } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { vehicles } from "~/db/schema";
import { fileModel } from "~/features/makes/filing-columns.server";
import { log } from "~/services/log/log.server";

/** Rows of one transaction: some tens of milliseconds, during which no request is answered. */
const ROWS_AT_A_TIME = 200;

const unfiled = isNull(vehicles.modelId);

/** Files some vehicles. @returns how many */
function fileSome(): number {
  const select = () =>
    db()
      .select({ id: vehicles.id, make: vehicles.make, model: vehicles.model })
      .from(vehicles)
      .where(unfiled)
      .orderBy(asc(vehicles.id));
  // A look without a lock: nearly always there is nothing to do.
  if (select().limit(1).get() === undefined) return 0;
  return transaction(() => {
    const rows = select().limit(ROWS_AT_A_TIME).all();
    for (const { id, ...named } of rows) {
      db()
        .update(vehicles)
        .set(fileModel(named))
        .where(and(eq(vehicles.id, id), unfiled))
        .run();
    }
    return rows.length;
  });
}

/**
 * Files the vehicles that were written before the site knew makes, beside requests and in small transactions.
 * @param isStopped asked between transactions: what is left then is for the next start
 * @returns how many were filed
 */
export async function fileVehicles(isStopped: () => boolean = () => false): Promise<number> {
  let done = 0;
  for (let rows = ROWS_AT_A_TIME; rows === ROWS_AT_A_TIME && !isStopped(); done += rows) {
    const started = performance.now();
    rows = fileSome();
    // Requests get as much time as this took, and another process finds the database free.
    await setTimeout(performance.now() - started);
  }
  return done;
}

/**
 * Starts `fileVehicles` at start-up, without holding that up.
 * @returns stops it, and waits until the transaction that runs is through
 */
export function startVehicleFiling(): () => Promise<void> {
  let stopped = false;
  const filing = setTimeout(0)
    .then(() => fileVehicles(() => stopped))
    .then((count) => {
      if (count > 0) log.info({ count }, "vehicles filed under their makes");
    })
    .catch((error) => log.error({ err: error }, "filing failed"));
  return async () => {
    stopped = true;
    await filing;
  };
}

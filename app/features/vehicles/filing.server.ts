import { and, eq, isNull } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { vehicles } from "~/db/schema";
import { fileModel } from "~/features/makes/filing-columns.server";
import { besideRequests, ROWS_AT_A_TIME, startBackfill } from "~/services/backfill/backfill.server";

const unfiled = isNull(vehicles.modelId);

/** Files some vehicles. @returns how many */
function fileSome(): number {
  // In no order: to sort them by their ids would take all that are left, each time anew.
  const select = () =>
    db().select({ id: vehicles.id, make: vehicles.make, model: vehicles.model }).from(vehicles).where(unfiled);
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
 * Files the vehicles that were written before the site knew makes (`besideRequests`).
 * @returns how many were filed
 */
export const fileVehicles = (isStopped: () => boolean = () => false) => besideRequests(fileSome, isStopped);

/** Starts `fileVehicles` (`startBackfill`). */
export const startVehicleFiling = () =>
  startBackfill("filing failed", [{ run: fileVehicles, done: "vehicles filed under their makes" }]);

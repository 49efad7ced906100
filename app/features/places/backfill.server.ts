import { setTimeout } from "node:timers/promises";
import { and, asc, eq, isNull } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { events, garages } from "~/db/schema";
import { log } from "~/services/log/log.server";
import { placeLocation } from "./location-columns.server";

/** Rows of one transaction: some tens of milliseconds, during which no request is answered. */
const ROWS_AT_A_TIME = 200;

/**
 * Places what was written before the site had a map, beside requests and in small transactions; where everything has
 * been looked up it does nothing.
 * @param isStopped asked between transactions: what is left then is for the next start
 * @returns how many garages and events were looked up
 */
export async function backfillPlaces(isStopped: () => boolean = () => false): Promise<number> {
  let done = 0;
  for (const table of [garages, events]) {
    for (let rows = ROWS_AT_A_TIME; rows === ROWS_AT_A_TIME && !isStopped(); done += rows) {
      const started = performance.now();
      rows = placeSome(table);
      // Requests get as much time as this took, and another process finds the database free.
      await setTimeout(performance.now() - started);
    }
  }
  return done;
}

function placeSome(table: typeof garages | typeof events): number {
  const unplaced = isNull(table.placeText);
  const select = () =>
    db().select({ id: table.id, location: table.location }).from(table).where(unplaced).orderBy(asc(table.id));
  // A look without a lock: nearly always there is nothing to do.
  if (select().limit(1).get() === undefined) return 0;
  return transaction(() => {
    const rows = select().limit(ROWS_AT_A_TIME).all();
    for (const { id, location } of rows) {
      db()
        .update(table)
        .set(placeLocation(location))
        .where(and(eq(table.id, id), unplaced))
        .run();
    }
    return rows.length;
  });
}

/**
 * Starts `backfillPlaces` at start-up, without holding that up.
 * @returns stops it, and waits until the transaction that runs is through
 */
export function startPlacesBackfill(): () => Promise<void> {
  let stopped = false;
  const placing = setTimeout(0)
    .then(() => backfillPlaces(() => stopped))
    .then((count) => {
      if (count > 0) log.info({ count }, "garages and events placed");
    })
    .catch((error) => log.error({ err: error }, "placing failed"));
  return async () => {
    stopped = true;
    await placing;
  };
}

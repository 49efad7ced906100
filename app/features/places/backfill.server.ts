import { setTimeout } from "node:timers/promises";
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { events, garages, places } from "~/db/schema";
import { besideRequests, ROWS_AT_A_TIME, startBackfill } from "~/services/backfill/backfill.server";
import { findPlace } from "~/services/geocoder/geocoder.server";
import { placeLocation } from "./location-columns.server";

/**
 * Places what was written before the site had a map, beside requests and in small transactions; where everything has
 * been looked up it does nothing.
 * @param isStopped asked between transactions: what is left then is for the next start
 * @returns how many garages and events were looked up
 */
export async function backfillPlaces(isStopped: () => boolean = () => false): Promise<number> {
  let done = 0;
  for (const table of [garages, events]) done += await besideRequests(() => placeSome(table), isStopped);
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

/** A label of former days, when it ended with the country's code: "Reims, FR". */
const hasCode = sql`${places.label} GLOB '*, [A-Z][A-Z]'`;

/**
 * Gives the places that rows refer to the labels that the gazetteer has now, with the country's name: "Reims, France".
 * Where all have them it does nothing; a place that the gazetteer has lost keeps its own.
 * @param isStopped asked between transactions: what is left then is for the next start
 * @returns how many were changed
 */
export async function renewLabels(isStopped: () => boolean = () => false): Promise<number> {
  let changed = 0;
  let last = Number.MIN_SAFE_INTEGER;
  for (let full = true; full && !isStopped(); ) {
    const rows = db()
      .select({ id: places.id })
      .from(places)
      .where(and(hasCode, gt(places.id, last)))
      .orderBy(asc(places.id))
      .limit(ROWS_AT_A_TIME)
      .all();
    full = rows.length === ROWS_AT_A_TIME;
    last = rows.at(-1)?.id ?? last;
    if (rows.length > 0) changed += transaction(() => rows.filter(({ id }) => renewLabel(id)).length);
    await setTimeout(0);
  }
  return changed;
}

function renewLabel(id: number): boolean {
  const label = findPlace(id)?.label;
  if (label === undefined) return false;
  return db().update(places).set({ label }).where(eq(places.id, id)).run().changes > 0;
}

/** Starts `renewLabels` and `backfillPlaces` (`startBackfill`). */
export const startPlacesBackfill = () =>
  startBackfill("placing failed", [
    { run: renewLabels, done: "places named anew" },
    { run: backfillPlaces, done: "garages and events placed" },
  ]);

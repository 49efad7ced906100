import { eq, sql } from "drizzle-orm";
import { db } from "./client.server";
import { HIDDEN } from "./columns";
import { buildEntries, comments, garages, photos, reviews, vehicles } from "./schema";

export const HIDEABLE = {
  vehicle: vehicles,
  photo: photos,
  entry: buildEntries,
  comment: comments,
  review: reviews,
  garage: garages,
} as const;

type Hideable = keyof typeof HIDEABLE;

/** Sets or clears one reason; the others stay. Triggers do the rest. */
export function setHidden(kind: Hideable, id: number, reason: "measure" | "hold" | "refused", on: boolean): void {
  const table = HIDEABLE[kind];
  const bit = sql.raw(String(HIDDEN[reason]));
  db()
    .update(table)
    .set({ hidden: on ? sql`${table.hidden} | ${bit}` : sql`${table.hidden} & ~${bit}` })
    .where(eq(table.id, id))
    .run();
}

/** Its reasons as a sum; 0 for a missing row. */
export function getHidden(kind: Hideable, id: number): number {
  const { hidden, id: key } = HIDEABLE[kind];
  return db().select({ hidden }).from(HIDEABLE[kind]).where(eq(key, id)).get()?.hidden ?? 0;
}

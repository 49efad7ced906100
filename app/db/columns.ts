import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, integer } from "drizzle-orm/sqlite-core";

/** Row id, never used twice: an old URL must never show another user's row. */
export const id = () => integer().primaryKey({ autoIncrement: true });

/** Milliseconds since 1970 (UTC), from `lib/time`. */
export const timestamp = () => integer();

export const flag = () => integer({ mode: "boolean" });

/**
 * Reasons to hide a row, as a sum; 0 for public rows. Set by triggers and moderation, so that lists filter on one
 * indexed column and counters are always right.
 */
export const HIDDEN = {
  /** Its owner is deactivated. */
  account: 1,
  /** A decision by staff. */
  measure: 2,
  /** Pending review by staff. */
  hold: 4,
  // 8 is reserved for the owner's own choice.
  /** Its parent is hidden: a vehicle's garage, a photo's vehicle or entry. */
  whole: 16,
  /** Its owner is suspended, with all content hidden. */
  suspension: 32,
  /** In addition to `hold`: staff have refused it. */
  refused: 64,
} as const;

/** See `HIDDEN`. */
export const hidden = () => integer().notNull().default(sql`0`);

export const counter = () => integer().notNull().default(0);

/** Foreign key to the parent row, with cascading delete. */
export const partOf = (whole: () => AnySQLiteColumn) => integer().notNull().references(whole, { onDelete: "cascade" });

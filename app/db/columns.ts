import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, integer } from "drizzle-orm/sqlite-core";

/** Never used twice: an old URL must never show another user's row. */
export const id = () => integer().primaryKey({ autoIncrement: true });

/** ms since 1970 (UTC). */
export const timestamp = () => integer();

export const flag = () => integer({ mode: "boolean" });

/**
 * Reasons to hide a row, as a sum; 0 for public rows. Set by triggers and moderation, so that lists filter on one
 * indexed column and counters are right.
 */
export const HIDDEN = {
  /** Its owner is deactivated. */
  account: 1,
  /** Decision by staff. */
  measure: 2,
  hold: 4,
  // 8 is reserved for the owner's own choice.
  /** Its parent is hidden: a vehicle's garage, a photo's vehicle or entry. */
  whole: 16,
  /** Of its owner, with all content hidden. */
  suspension: 32,
  /** In addition to `hold`: refused by staff. */
  refused: 64,
} as const;

export const hidden = () => integer().notNull().default(sql`0`);

export const counter = () => integer().notNull().default(0);

export const partOf = (whole: () => AnySQLiteColumn) => integer().notNull().references(whole, { onDelete: "cascade" });

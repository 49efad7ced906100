import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, integer } from "drizzle-orm/sqlite-core";

/** Row id, never used twice: an address once shared can never show somebody else's thing later. */
export const id = () => integer().primaryKey({ autoIncrement: true });

/** Milliseconds since 1970 (UTC), set by the command through `lib/time` so that tests can fix it. */
export const timestamp = () => integer();

export const flag = () => integer({ mode: "boolean" });

/**
 * Why a row is not shown, as a sum; 0 where it is public. Set by triggers and moderation, so that lists filter on one
 * indexed column and counters follow, whichever statement wrote the row.
 */
export const HIDDEN = {
  /** Its owner is deactivated. */
  account: 1,
  /** Staff decided so. */
  measure: 2,
  /** It waits until staff have looked at it. */
  hold: 4,
  // 8 is kept free for what its owner wishes.
  /** What it is part of is hidden: a vehicle's garage, a photo's vehicle or entry. */
  whole: 16,
  /** Its owner is suspended, with all that they show. */
  suspension: 32,
  /** Beside `hold`: staff have looked at it and refused it. */
  refused: 64,
} as const;

/** See `HIDDEN`. */
export const hidden = () => integer().notNull().default(sql`0`);

export const counter = () => integer().notNull().default(0);

/** Whose part the row is: it goes when that does. */
export const partOf = (whole: () => AnySQLiteColumn) => integer().notNull().references(whole, { onDelete: "cascade" });

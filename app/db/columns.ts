import { sql } from "drizzle-orm";
import { integer } from "drizzle-orm/sqlite-core";

/** Row id, never used twice: an address once shared can never show somebody else's thing later. */
export const id = () => integer().primaryKey({ autoIncrement: true });

/** Milliseconds since 1970 (UTC), set by the command through `lib/time` so that tests can fix it. */
export const timestamp = () => integer();

export const flag = () => integer({ mode: "boolean" });

/**
 * True while the owner of the row is deactivated. Kept by triggers (`drizzle/0001_counters_and_search.sql`), so that
 * lists filter on one indexed column and counters follow what is shown, whatever wrote the row.
 */
export const hidden = () => integer({ mode: "boolean" }).notNull().default(sql`0`);

export const counter = () => integer().notNull().default(0);

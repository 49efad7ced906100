import type { SQL } from "drizzle-orm";
import type { SQLiteSelect } from "drizzle-orm/sqlite-core";

export interface Selection {
  matching: SQL | undefined;
  order: SQL[];
}

/** @param query a `$dynamic()` select */
export const cut = <Query extends SQLiteSelect>(
  query: Query,
  { matching, order }: Selection,
  limit: number,
  offset = 0,
) =>
  query
    .where(matching)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);

import type { SQL } from "drizzle-orm";
import type { SQLiteSelect } from "drizzle-orm/sqlite-core";

/** Which rows, and in which order. */
export interface Selection {
  matching: SQL | undefined;
  order: SQL[];
}

/** The rows of a selection from `offset` on, `limit` of them. @param query a select that is `$dynamic()` */
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

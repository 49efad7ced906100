import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "./client.server";

type Listed = SQLiteTable & { id: SQLiteColumn; updatedAt: SQLiteColumn };

interface Dated {
  id: number;
  updatedAt: number;
}

/** A range costs the same for any table size. */
export interface IdRanges<Row = Dated> {
  /** 0 for an empty table. Never less than the number of rows. */
  highest(): number;
  /** Of the nonempty ranges of `size` ids, from 1. */
  parts(size: number): number[];
  /** By id, both ends included. */
  list(first: number, last: number): Row[];
}

/** @param condition a `+` before its column keeps the planner on the primary key */
export function idRanges(table: Listed, condition: SQL): IdRanges {
  return listIdRanges(table, condition, sql`${table.id} AS id, ${table.updatedAt} AS "updatedAt"`);
}

export function listIdRanges<Row>(
  table: SQLiteTable & { id: SQLiteColumn },
  condition: SQL,
  columns: SQL,
): IdRanges<Row> {
  const rangeCondition = (first: number, last: number) =>
    sql`FROM ${table} WHERE ${table.id} BETWEEN ${first} AND ${last} AND ${condition}`;
  const highest = () => db().get<{ id: number | null }>(sql`SELECT max(${table.id}) AS id FROM ${table}`)?.id ?? 0;
  return {
    highest,
    parts: (size) => {
      const count = Math.ceil(highest() / size);
      return Array.from({ length: count }, (_, index) => index + 1).filter(
        (part) =>
          db().get(sql`SELECT 1 AS found ${rangeCondition((part - 1) * size + 1, part * size)} LIMIT 1`) !== undefined,
      );
    },
    list: (first, last) => db().all<Row>(sql`SELECT ${columns} ${rangeCondition(first, last)} ORDER BY ${table.id}`),
  };
}

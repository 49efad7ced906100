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

/** @param shown a `+` before its column keeps the planner on the primary key */
export function idRanges(table: Listed, shown: SQL): IdRanges {
  return listIdRanges(table, shown, sql`${table.id} AS id, ${table.updatedAt} AS "updatedAt"`);
}

export function listIdRanges<Row>(table: SQLiteTable & { id: SQLiteColumn }, shown: SQL, columns: SQL): IdRanges<Row> {
  const within = (first: number, last: number) =>
    sql`FROM ${table} WHERE ${table.id} BETWEEN ${first} AND ${last} AND ${shown}`;
  const highest = () => db().get<{ id: number | null }>(sql`SELECT max(${table.id}) AS id FROM ${table}`)?.id ?? 0;
  return {
    highest,
    parts: (size) => {
      const count = Math.ceil(highest() / size);
      return Array.from({ length: count }, (_, at) => at + 1).filter(
        (part) => db().get(sql`SELECT 1 AS found ${within((part - 1) * size + 1, part * size)} LIMIT 1`) !== undefined,
      );
    },
    list: (first, last) => db().all<Row>(sql`SELECT ${columns} ${within(first, last)} ORDER BY ${table.id}`),
  };
}

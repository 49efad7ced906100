import { type Column, sql } from "drizzle-orm";
import { type Db, db } from "./client.server";

/**
 * A statement that is built and prepared once for each connection. `build` gets the database and returns a prepared
 * Drizzle query; values come in through `sql.placeholder`.
 */
export function prepared<T>(build: (database: Db) => T): () => T {
  return preparedOn(db, build);
}

/** `prepared` for a connection that is not the site's database, such as a data file's. */
export function preparedOn<D extends object, T>(connect: () => D, build: (database: D) => T): () => T {
  const statements = new WeakMap<D, T>();
  return () => {
    const database = connect();
    let statement = statements.get(database);
    if (statement === undefined) {
      statement = build(database);
      statements.set(database, statement);
    }
    return statement;
  };
}

/** A condition for any number of ids in one statement: they are bound as the JSON array `ids`. */
export const isAmongIds = (column: Column) =>
  sql`${column} IN (SELECT value FROM json_each(${sql.placeholder("ids")}))`;

import type Database from "better-sqlite3";

type Values = Record<string, string | number | null>;

/** @returns the new row's id */
export type Insert = (table: string, values: Values) => number;

export function insertInto(database: Database.Database): Insert {
  const statements = new Map<string, Database.Statement>();
  return (table, values) => {
    const columns = Object.keys(values);
    const text = `INSERT INTO ${table} (${columns}) VALUES (${columns.map((name) => `@${name}`)})`;
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    return Number(statement.run(values).lastInsertRowid);
  };
}

import { createHash } from "node:crypto";
import type Database from "better-sqlite3";

/** All rows of each table, as a sum of them. */
export function contents(database: Database.Database): Record<string, string> {
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
    .pluck()
    .all() as string[];
  const sum = (name: string) => {
    const hash = createHash("sha256");
    for (const row of database.prepare(`SELECT * FROM "${name}"`).raw().iterate()) hash.update(JSON.stringify(row));
    return hash.digest("hex");
  };
  return Object.fromEntries(tables.map((name) => [name, sum(name)]));
}

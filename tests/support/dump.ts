import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";

/** @param excludedTables tables that differ in a restored site */
export function rowsOf(file: string, excludedTables = ["site"]): Record<string, unknown[]> {
  const raw = new Database(file, { readonly: true });
  try {
    const tables = raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
    const comparedTables = tables.filter((name) => !excludedTables.includes(name)).sort();
    return Object.fromEntries(comparedTables.map((name) => [name, raw.prepare(`SELECT * FROM "${name}"`).all()]));
  } finally {
    raw.close();
  }
}

/** Bytes by relative path, sorted. */
export function filesIn(root: string): Map<string, string> {
  const names = existsSync(root) ? readdirSync(root, { recursive: true, encoding: "utf8" }) : [];
  const files = names.filter((name) => statSync(path.join(root, name)).isFile()).sort();
  return new Map(files.map((name) => [name, readFileSync(path.join(root, name), "base64")]));
}

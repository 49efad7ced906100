import { readdirSync } from "node:fs";
import type Database from "better-sqlite3";
import { rowCounts } from "./population";

/** Every row of a server, by table, and every image file: what somebody who leaves must not leave behind. */
export function traces(server: { database: Database.Database; uploadsDir: string }) {
  const { audit_log: _, ...rows } = rowCounts(server.database);
  const entries = readdirSync(server.uploadsDir, { recursive: true, withFileTypes: true });
  return { rows, files: entries.filter((entry) => entry.isFile()).length };
}

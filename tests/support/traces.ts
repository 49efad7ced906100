import { readdirSync } from "node:fs";
import type Database from "better-sqlite3";
import { rowCounts } from "./population";

/** Copies of the gazetteer's towns: of the world, not of anybody. */
const OF_THE_WORLD = /^(places|place_box\w*)$/;

/** Every row of a server, by table, and every image file: what somebody who leaves must not leave behind. */
export function traces(server: { database: Database.Database; uploadsDir: string }) {
  const { audit_log: _, ...rows } = rowCounts(server.database);
  const entries = readdirSync(server.uploadsDir, { recursive: true, withFileTypes: true });
  const ours = Object.fromEntries(Object.entries(rows).filter(([table]) => !OF_THE_WORLD.test(table)));
  return { rows: ours, files: entries.filter((entry) => entry.isFile()).length };
}

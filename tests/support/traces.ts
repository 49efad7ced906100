import { readdirSync } from "node:fs";
import type Database from "better-sqlite3";
import { rowCounts } from "./population";

/** Copies of the gazetteer's towns: of the world, not of anybody. */
const OF_THE_WORLD = /^(places|place_box\w*)$/;

/**
 * All rows by table, and all image files, to check what a deleted account leaves behind. Mails are counted for `email`
 * alone, as others come and go in the background.
 */
export function traces(server: { database: Database.Database; uploadsDir: string }, email = "") {
  const { audit_log: _, mail_outbox: __, ...rows } = rowCounts(server.database);
  const mails = server.database.prepare("SELECT count(*) FROM mail_outbox WHERE recipient = ?").pluck().get(email);
  const entries = readdirSync(server.uploadsDir, { recursive: true, withFileTypes: true });
  const ours = Object.fromEntries(Object.entries(rows).filter(([table]) => !OF_THE_WORLD.test(table)));
  return { rows: ours, mails, files: entries.filter((entry) => entry.isFile()).length };
}

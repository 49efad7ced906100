import { createHash } from "node:crypto";
import type Database from "better-sqlite3";
import { expect } from "vitest";

/** Checksums of tables, once all mails are sent: delivery changes rows. */
export async function contents(database: Database.Database): Promise<Record<string, string>> {
  const pendingCount = database
    .prepare("SELECT count(*) FROM mail_outbox WHERE sent_at IS NULL AND attempts < 9")
    .pluck();
  await expect.poll(() => pendingCount.get()).toBe(0);
  return sums(database);
}

function sums(database: Database.Database): Record<string, string> {
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name <> 'jobs'",
    )
    .pluck()
    .all() as string[];
  const sum = (name: string) => {
    const hash = createHash("sha256");
    for (const row of database.prepare(`SELECT * FROM "${name}"`).raw().iterate()) hash.update(JSON.stringify(row));
    return hash.digest("hex");
  };
  return Object.fromEntries(tables.map((name) => [name, sum(name)]));
}

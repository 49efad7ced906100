import type Database from "better-sqlite3";

/** Makes all of a person's logins older than 15 minutes. */
export function ageLogins(server: { database: Database.Database }, { id }: { id: string }): void {
  const change = server.database.prepare("UPDATE sessions SET authenticated_at = ? WHERE user_id = ?");
  change.run(Date.now() - 16 * 60_000, Number(id));
}

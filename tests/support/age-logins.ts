import type Database from "better-sqlite3";

/** To more than 15 minutes ago. */
export function ageLogins(server: { database: Database.Database }, { id }: { id: string }): void {
  const change = server.database.prepare("UPDATE sessions SET authenticated_at = ? WHERE user_id = ?");
  change.run(Date.now() - 16 * 60_000, Number(id));
}

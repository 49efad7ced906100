import { stat, statfs } from "node:fs/promises";
import path from "node:path";
import { env } from "~/env.server";
import { now, SECOND } from "~/lib/time";
import { isReplacedBy, tryToWrite } from "./client.server";

/** For all processes together. */
const WRITE_INTERVAL_MS = 10 * SECOND;
/** Less counts as full: a small write may still fit into the database's own files. */
const MIN_FREE_BYTES = 1024 * 1024;

/** Without paths; undefined if writable. */
export async function findDatabaseProblem(): Promise<string | undefined> {
  const { databaseFile } = env();
  // SQLite keeps using a deleted file.
  const file = await stat(databaseFile).catch(() => undefined);
  if (!file) return "the database file is missing";
  if (isReplacedBy(file)) return "the database file was replaced while the site was running";
  const room = await statfs(path.dirname(databaseFile)).catch(() => undefined);
  if (room && room.bavail * room.bsize < MIN_FREE_BYTES) return "the disk of the database is full";
  try {
    tryToWrite(now(), WRITE_INTERVAL_MS);
    return undefined;
  } catch (error) {
    return `the database cannot be written: ${(error as { code?: string }).code ?? "unknown error"}`;
  }
}

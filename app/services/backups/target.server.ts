import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { isDatabaseInUse, renewSite } from "~/db/database-files.server";
import { env } from "~/env.server";
import { syncFile, syncFolder } from "../images/durable.server";
import type { FileStore } from "../images/store";
import { allFiles } from "./compare.server";
import { BackupError } from "./errors";

/**
 * Checks that a restore may replace what is there.
 * @param photos where photos are to be put; null where they are there already
 * @throws BackupError where data exists and `force` is not said, or the site is running
 */
export async function checkTarget(photos: FileStore | null, force: boolean): Promise<void> {
  const { databaseFile } = env();
  if (existsSync(databaseFile)) {
    if (!force) throw new BackupError(`There is a database at ${databaseFile} already; --force replaces it.`);
    checkUnused(databaseFile);
  }
  if (force || !photos) return;
  for await (const _ of allFiles(photos)) {
    throw new BackupError(`There are photos in ${photos.label} already; --force replaces them.`);
  }
}

function checkUnused(databaseFile: string): void {
  if (isDatabaseInUse(databaseFile)) throw new BackupError(`${databaseFile} is in use: stop the site first.`);
}

/**
 * Moves a database file into the place of the site's, at once or not at all. It becomes a site of its own.
 * @param file on the same disk
 * @throws BackupError where the site has been started meanwhile: photos may take hours
 */
export async function putDatabase(file: string): Promise<void> {
  const { databaseFile } = env();
  renewSite(file);
  await syncFile(file);
  if (existsSync(databaseFile)) checkUnused(databaseFile);
  // Leftover files of the old database must not be applied to the new one.
  for (const suffix of ["-wal", "-shm", "-journal"]) await rm(databaseFile + suffix, { force: true });
  await rename(file, databaseFile);
  await syncFolder(path.dirname(databaseFile));
}

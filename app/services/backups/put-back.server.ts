import { spawnSync } from "node:child_process";
import { constants, existsSync } from "node:fs";
import { copyFile, cp, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { isDatabaseInUse, renewSite } from "~/db/database-files.server";
import { ensureFolders, env } from "~/env.server";
import { IMAGE_KINDS } from "~/lib/images";
import { toIso } from "~/lib/time";
import { syncFile, syncFolder } from "~/services/images/fsync.server";
import { FolderStore } from "../images/folder-store.server";
import { batches } from "../images/pool.server";
import { photoStore } from "../images/stores.server";
import { backupPaths, type Contents, checkFolder, imageFiles, measure, missingFiles, soundRows } from "./folder.server";
import { fetchSnapshot } from "./repository.server";
import { BackupError } from "./restic.server";

/** Photos put into an object store together. */
const BATCH = 64;

/**
 * Puts a backup of one folder over database and photos (DATABASE_URL, UPLOADS_URL). All of it is checked before anything
 * is replaced.
 * @param force replace existing data
 * @throws BackupError where the backup is damaged, data exists already, or the site is running
 */
export async function restoreFolder(folder: string, force: boolean): Promise<Contents> {
  const made = await checkFolder(folder);
  const { database, uploads } = backupPaths(folder);
  await checkTarget(force, made.files !== null);
  return withWorkFolder(async (work) => {
    const copy = backupPaths(work);
    await copyFile(database, copy.database);
    if (made.files) await mkdir(copy.uploads);
    if (made.files?.count) await cp(uploads, copy.uploads, { recursive: true, mode: constants.COPYFILE_FICLONE });
    await putInPlace(work);
    return made;
  });
}

/** The same with the newest snapshot of the repository, or the newest that is not later than `at`, ms since 1970. */
export async function restoreSnapshot(at: number | undefined, force: boolean): Promise<Contents> {
  await checkTarget(force, false);
  return withWorkFolder(async (work) => {
    const { time, paths } = await fetchSnapshot(work, at);
    const { database, uploads } = backupPaths(work);
    const rows = soundRows(database);
    const files = paths.length > 1 ? await measure(uploads) : null;
    await checkTarget(force, files !== null);
    // Lost, or deleted, when it was taken.
    const missing = files ? missingFiles(database, uploads) : [];
    await putInPlace(work);
    return { takenAt: toIso(time), rows, files, missing };
  });
}

async function checkTarget(force: boolean, photos: boolean): Promise<void> {
  const { databaseFile } = env();
  if (existsSync(databaseFile)) {
    if (!force) throw new BackupError(`There is already a database at ${databaseFile}; --force replaces it.`);
    checkUnused(databaseFile);
  }
  if (force || !photos) return;
  const store = await photoStore();
  for await (const _ of imageFiles(store))
    throw new BackupError(`There are already photos in ${store.label}; --force replaces them.`);
}

function checkUnused(databaseFile: string): void {
  if (isDatabaseInUse(databaseFile)) throw new BackupError(`${databaseFile} is in use: stop the site first.`);
}

/** Does `work` with a folder on the disk of the photos, which goes afterwards. */
async function withWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  ensureFolders(env());
  const folder = path.join(env().UPLOADS_DIR, ".restoring");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Moves a backup into its place, photos first, so that no row is ever without its files. */
async function putInPlace(folder: string): Promise<void> {
  const { databaseFile } = env();
  const { database, uploads } = backupPaths(folder);
  const copy = `${databaseFile}.restoring`;
  await copyFile(database, copy);
  renewSite(copy);
  await putPhotos(uploads, path.join(folder, "before"));
  // What was written is on the disk before the rows that name it.
  spawnSync("sync");
  await syncFile(copy);
  // It may have been started meanwhile.
  if (existsSync(databaseFile)) checkUnused(databaseFile);
  // Leftover files of the old database must not be applied to the new one.
  for (const suffix of ["-wal", "-shm", "-journal"]) await rm(databaseFile + suffix, { force: true });
  await rename(copy, databaseFile);
  await syncFolder(path.dirname(databaseFile));
}

async function putPhotos(uploads: string, before: string): Promise<void> {
  if (!existsSync(uploads)) return;
  const store = await photoStore();
  if (!(store instanceof FolderStore)) {
    // What else is in the bucket stays: the sweep of its owner knows what nobody needs.
    for await (const files of batches(imageFiles(new FolderStore(uploads)), BATCH))
      await store.put(files.map(({ key }) => ({ key, path: path.join(uploads, key) })));
    return;
  }
  await mkdir(before);
  for (const kind of IMAGE_KINDS) {
    const place = path.join(store.root, kind);
    if (existsSync(place)) await rename(place, path.join(before, kind));
    if (existsSync(path.join(uploads, kind))) await rename(path.join(uploads, kind), place);
  }
}

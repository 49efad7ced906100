import { spawnSync } from "node:child_process";
import { constants, existsSync } from "node:fs";
import { copyFile, cp, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { isDatabaseInUse, renewSite } from "~/db/database-files.server";
import { ensureFolders, env } from "~/env.server";
import { IMAGE_KINDS } from "~/lib/images";
import { plural } from "~/lib/text";
import { toIso } from "~/lib/time";
import { syncFile, syncFolder } from "~/services/images/store/fsync.server";
import { FolderStore } from "../images/store/folder-store.server";
import { photoStore } from "../images/store/photo-store.server";
import { batches } from "../images/store/pool.server";
import { type Contents, checkFolder, checkOrigin, imageFiles, measure, missingFiles, soundRows } from "./folder.server";
import { backupPaths } from "./folder-parts.server";
import { countSnapshot, fetchSnapshot } from "./repository.server";
import {
  BackupError,
  listSnapshots,
  openForReading,
  type ResticReader,
  repositoryName,
  type Snapshot,
} from "./restic.server";
import { chooseSnapshots, describeSites, findSnapshot, isShrunk, ownSites, type SiteCounts } from "./sites.server";

/** Per upload to an object store. */
const BATCH = 64;

/**
 * From a folder, to DATABASE_URL and UPLOADS_URL. All checks precede all changes.
 * @param force replace existing data
 * @throws BackupError if the backup is damaged, data exists already, or the site is running
 */
export async function restoreFolder(folder: string, force: boolean): Promise<Contents> {
  const manifest = await checkFolder(folder);
  const { database, uploads } = backupPaths(folder);
  await checkTarget(force, manifest.files !== null);
  return withWorkFolder(async (work) => {
    const copy = backupPaths(work);
    await copyFile(database, copy.database);
    if (manifest.files) await mkdir(copy.uploads);
    if (manifest.files?.count) await cp(uploads, copy.uploads, { recursive: true, mode: constants.COPYFILE_FICLONE });
    await putInPlace(work);
    return manifest;
  });
}

interface RestoreRequest {
  /** ms since 1970; the newest snapshot up to it. */
  at?: number | undefined;
  /** Id of another site. */
  site?: string | undefined;
  /** Replaces data, and accepts a backup with much less than the previous one. */
  force: boolean;
}

/**
 * By default the newest of this site.
 * @param print receives a summary before the download
 */
export async function restoreSnapshot(
  restoreRequest: RestoreRequest,
  print: (line: string) => void,
): Promise<Contents> {
  const { force } = restoreRequest;
  await checkTarget(force, false);
  const reader = await openForReading();
  const { snapshot, before } = await selectSnapshot(reader, restoreRequest);
  return withWorkFolder(async (work) => {
    await checkGrowth(reader, { snapshot, before, force, print, folder: path.join(work, "counted") });
    await fetchSnapshot(reader, snapshot, work);
    const { database, uploads } = backupPaths(work);
    const rows = soundRows(database);
    checkOrigin(database);
    const files = snapshot.paths.length > 1 ? await measure(uploads) : null;
    await checkTarget(force, files !== null);
    const missing = files ? missingFiles(database, uploads) : [];
    await putInPlace(work);
    return { takenAt: toIso(snapshot.time), rows, files, missing };
  });
}

/**
 * @returns the snapshot and the previous one of the site
 * @throws BackupError if there is none, or the site must be named
 */
async function selectSnapshot(reader: ResticReader, { at, site }: RestoreRequest) {
  const all = await listSnapshots(reader);
  const ownSiteNames = ownSites(all);
  const candidates = chooseSnapshots(all, { own: ownSiteNames, site });
  const place = repositoryName();
  if (!candidates) {
    const description =
      site !== undefined
        ? `There is no backup of the site ${site} in ${place}`
        : ownSiteNames.length > 0
          ? `There is no backup of this site in ${place}`
          : `${place} has backups of several sites`;
    throw new BackupError(`${description}. Choose one with --site ID: ${await describeSites(reader, all)}.`);
  }
  const snapshot = findSnapshot(candidates, at);
  const until = at === undefined ? "" : ` that is not later than ${toIso(at)}`;
  if (!snapshot) throw new BackupError(`There is no backup in ${place}${until}.`);
  return { snapshot, before: candidates[candidates.indexOf(snapshot) + 1] };
}

interface Growth {
  snapshot: Snapshot;
  before: Snapshot | undefined;
  force: boolean;
  print: (line: string) => void;
  folder: string;
}

/**
 * A snapshot without most of the previous members or photos is probably the wrong one.
 * @throws BackupError in this case, without `force`
 */
async function checkGrowth(reader: ResticReader, { snapshot, before, force, print, folder }: Growth): Promise<void> {
  const words = ({ members, photos }: SiteCounts) => `${plural(members, "member")}, ${plural(photos, "photo")}`;
  const counts = await countSnapshot(reader, snapshot, folder);
  print(`Backup of ${toIso(snapshot.time)}: ${words(counts)}`);
  if (!before) return;
  const earlier = await countSnapshot(reader, before, `${folder}-before`).catch(() => undefined);
  if (!earlier) return print(`The one before, of ${toIso(before.time)}, cannot be read for comparison.`);
  if (!isShrunk(counts, earlier)) return;
  const problem = `This is less than half of the one before, of ${toIso(before.time)}: ${words(earlier)}`;
  if (!force) throw new BackupError(`${problem}. Restore that one with --at, or this one with --force.`);
  print(`${problem}.`);
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

/** On the photos' disk; deleted afterwards. */
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

/** Photos first, so that no row is without its files. */
async function putInPlace(folder: string): Promise<void> {
  const { databaseFile } = env();
  const { database, uploads } = backupPaths(folder);
  const copy = `${databaseFile}.restoring`;
  await copyFile(database, copy);
  renewSite(copy);
  await putPhotos(uploads, path.join(folder, "before"));
  // Files reach the disk before their rows.
  spawnSync("sync");
  await syncFile(copy);
  // The site may have started meanwhile.
  if (existsSync(databaseFile)) checkUnused(databaseFile);
  // The old database's files must not be applied to the new one.
  for (const suffix of ["-wal", "-shm", "-journal"]) await rm(databaseFile + suffix, { force: true });
  await rename(copy, databaseFile);
  await syncFolder(path.dirname(databaseFile));
}

async function putPhotos(uploads: string, before: string): Promise<void> {
  if (!existsSync(uploads)) return;
  const store = await photoStore();
  if (!(store instanceof FolderStore)) {
    // Other files in the bucket stay: the owner's sweep finds unused ones.
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

import { rm } from "node:fs/promises";
import path from "node:path";
import { ensureFolders, env } from "~/env.server";
import { makeFolder } from "~/lib/folders.server";
import { toIso } from "~/lib/time";
import { fetchFile } from "../images/copy.server";
import { syncFile } from "../images/durable.server";
import { FolderStore } from "../images/folder-store.server";
import { forEachInLanes, inBatches } from "../images/lanes.server";
import { DamagedFileError, type FileStore, type NewFile } from "../images/store";
import { photoStore } from "../images/stores.server";
import { allFiles, type Difference, differences, filesIn } from "./compare.server";
import { BackupError } from "./errors";
import { besides, type ListedFile } from "./list-lines";
import { AT_ONCE } from "./look-up.server";
import type { BackupManifest } from "./manifest";
import { askAgain } from "./parts.server";
import { CARRIED, findBackups, newestOf, readManifest } from "./place.server";
import { readList } from "./snapshot.server";
import { checkList, openStored } from "./take.server";
import { checkTarget, putDatabase } from "./target.server";
import { withWorkFolder } from "./work-folder.server";

/** Files put into place together. */
const BATCH = 64;
/** Files that are named where they are not as they were. */
const NAMED = 20;

/** What a restore has put back, and which photos are not as they were: damaged in the place, or in the site's own bucket. */
export interface Restored {
  name: string;
  manifest: BackupManifest;
  lost: LostFiles;
}

export interface LostFiles {
  count: number;
  first: Difference[];
}

/**
 * Restores a backup of a place over database and photos (DATABASE_URL, UPLOADS_URL). Everything is checked before anything
 * is changed. Photos are added before the database is replaced and removed after it, so that every row has its files at
 * any moment. Photos that the backup only lists are looked for in the site's store; some may have been deleted since.
 * A carried photo that is missing or damaged is left as it is here: every backup of the place shares that file.
 * @param how.at the newest that is not later, ms since 1970; the newest of all where not given
 * @param how.force replace existing data
 * @throws BackupError where there is no such backup, it is damaged, data exists already, or the site is running;
 * StoreUnavailableError
 */
export async function restoreFrom(
  place: FileStore,
  how: { at?: number | undefined; force: boolean },
): Promise<Restored> {
  const { name } = await chosen(place, how.at);
  const manifest = await readManifest(place, name);
  makeFolder(path.dirname(env().databaseFile));
  return withWorkFolder(async (folder) => {
    const file = path.join(folder, "restored.db");
    const { rows } = await openStored(place, name, manifest.database, file);
    const table = Object.keys(manifest.rows).find((one) => rows[one] !== manifest.rows[one]);
    if (table) {
      const there = `${rows[table] ?? 0} of ${manifest.rows[table]} rows of ${table} are there`;
      throw new BackupError(`The backup ${name} is damaged: ${there}.`);
    }
    await checkList(place, `${name}/`, manifest.list);
    const lost = await putBack(place, { name, manifest, folder, file, force: how.force });
    return { name, manifest, lost };
  });
}

async function chosen(place: FileStore, at: number | undefined) {
  const found = newestOf(await findBackups(place), at);
  if (found) return found;
  const until = at === undefined ? "" : ` that is not later than ${toIso(at)}`;
  throw new BackupError(`There is no whole backup in ${place.label}${until}.`);
}

interface Work {
  name: string;
  manifest: BackupManifest;
  folder: string;
  /** The database, checked. */
  file: string;
  force: boolean;
}

async function putBack(place: FileStore, { name, manifest, folder, file, force }: Work): Promise<LostFiles> {
  const photos = await photoStore();
  const list = () => readList(place, `${name}/`, manifest.list);
  if (manifest.list.photos === "listed") {
    await checkTarget(null, force);
    const lost = await someOf(differences(list(), photos));
    ensureFolders(env());
    await putDatabase(file);
    return lost;
  }
  const unusable = new Set<string>();
  const lost = await someOf(differences(list(), place, CARRIED), ({ key }) => unusable.add(key));
  await checkTarget(photos, force);
  ensureFolders(env());
  for await (const files of inBatches(filesIn(list()), BATCH)) {
    const usable = files.filter(({ key }) => !unusable.has(key));
    for (const key of await putFiles(place, photos, usable, folder)) addLost(lost, { key, how: "is damaged" });
  }
  await putDatabase(file);
  // A bucket may belong to another site, and this be a copy that is being tried: the sweep of its owner knows.
  if (force && photos instanceof FolderStore) await removeOthers(photos, filesIn(list()));
  return lost;
}

/**
 * Reads differences to their end.
 * @param note is told of each
 */
export async function someOf(
  found: AsyncIterable<Difference>,
  note: (one: Difference) => void = () => {},
): Promise<LostFiles> {
  const lost: LostFiles = { count: 0, first: [] };
  for await (const one of found) {
    note(one);
    addLost(lost, one);
  }
  return lost;
}

function addLost(lost: LostFiles, one: Difference): void {
  lost.count += 1;
  if (lost.first.length < NAMED) lost.first.push(one);
}

/** @returns the keys of files that do not arrive as they were, and are left out */
async function putFiles(
  place: FileStore,
  photos: FileStore,
  files: readonly (ListedFile & { key: string })[],
  folder: string,
): Promise<string[]> {
  if (place instanceof FolderStore) {
    const where = ({ key }: { key: string }) => path.join(place.root, CARRIED + key);
    await photos.put(files.map((file): NewFile => ({ key: file.key, path: where(file), keep: true })));
    return [];
  }
  const fetched: NewFile[] = [];
  const harmed: string[] = [];
  await forEachInLanes(files, AT_ONCE, async ({ key, md5 }) => {
    const file = path.join(folder, key.replaceAll("/", "+"));
    const sum = await askAgain(async () => {
      await rm(file, { force: true });
      return fetchFile(place, CARRIED + key, file);
    }).catch((error: unknown) => {
      if (error instanceof DamagedFileError) return null;
      throw error;
    });
    if (sum?.md5 !== md5) return void harmed.push(key);
    await syncFile(file);
    fetched.push({ key, path: file });
  });
  await photos.put(fetched);
  await Promise.all(fetched.map((file) => rm(file.path, { force: true })));
  return harmed;
}

/** Removes photos that a list does not name. */
async function removeOthers(photos: FileStore, listed: AsyncIterable<{ key: string }>): Promise<void> {
  const byKey = ({ key }: { key: string }) => key;
  const others = async function* () {
    for await (const [{ key }, known] of besides(allFiles(photos), listed, { left: byKey, right: byKey })) {
      if (!known) yield key;
    }
  };
  for await (const keys of inBatches(others(), 1000)) await photos.removeMany(keys);
}

import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { checkDatabaseFile, type DatabaseFacts } from "~/db/database-files.server";
import { env } from "~/env.server";
import { isWithin, makeFolder } from "~/lib/folders.server";
import { toIso } from "~/lib/time";
import { syncFile } from "../images/durable.server";
import { FolderStore } from "../images/folder-store.server";
import type { FileStore } from "../images/store";
import { photoStore } from "../images/stores.server";
import { BackupError } from "./errors";
import { type BackupManifest, type PhotoList, PLACE_FORMAT, type StoredParts } from "./manifest";
import { backupName } from "./names";
import { readParts, storeInParts } from "./parts.server";
import { findBackups, hasManifest, MANIFEST, readManifest, removeObjects } from "./place.server";
import { type EarlierList, readList, type Snapshot, takeSnapshot } from "./snapshot.server";
import { withWorkFolder } from "./work-folder.server";

/** A backup that has just been taken. */
export interface Taken {
  name: string;
  manifest: BackupManifest;
  /** That it added to the place. */
  bytes: number;
}

/**
 * Takes a consistent copy of the database into a place of many backups while the site runs, with its photos (from a
 * folder) or the list of them (on an object store), and reads it back. Where it fails it leaves nothing that counts.
 * @param signal stops it
 * @throws BackupError, StoreUnavailableError
 */
export async function takeBackupInto(place: FileStore, signal?: AbortSignal): Promise<Taken> {
  const { databaseFile, UPLOADS_DIR, photoStore: photosAt } = env();
  if (!existsSync(databaseFile)) throw new BackupError(`DATABASE_URL: there is no database at ${databaseFile}.`);
  if (photosAt.kind === "folder" && place instanceof FolderStore && isWithin(place.root, UPLOADS_DIR)) {
    throw new BackupError(`${place.root} is inside UPLOADS_DIR: name another folder.`);
  }
  if (place instanceof FolderStore) makeFolder(place.root, 0o700);
  return withWorkFolder((folder) => unlessStopped(take(place, folder, signal), signal));
}

async function take(place: FileStore, folder: string, signal?: AbortSignal): Promise<Taken> {
  const photos = await photoStore();
  const database = path.join(folder, "copy.db");
  const to = { database, folder, photos, place };
  const earlier = await earlierList(place, photos);
  const snapshot = await takeSnapshot(to, earlier).catch((error) => {
    // An earlier list that is damaged is none.
    if (earlier && error instanceof BackupError) return takeSnapshot(to);
    throw error;
  });
  const name = backupName(snapshot.time);
  let sealed = false;
  const seal = () => {
    signal?.throwIfAborted();
    sealed = true;
  };
  try {
    return await unlessStopped(store(place, name, snapshot, { ...to, seal }), signal);
  } catch (error) {
    // With its manifest on the way it may be whole.
    if (!sealed) await removeRemains(place, name);
    throw error;
  }
}

/** Waits for `work`; not any longer once it is stopped. */
function unlessStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => reject(new BackupError("The backup was stopped."));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
  });
  return Promise.race([work, stopped]);
}

async function store(
  place: FileStore,
  name: string,
  snapshot: Snapshot,
  { database, folder, seal }: { database: string; folder: string; seal: () => void },
): Promise<Taken> {
  const { list } = snapshot;
  const stored = await storeInParts(createReadStream(database), "database", { store: place, base: `${name}/`, folder });
  // Before it is unpacked again: the disk need not hold both.
  await rm(database);
  await storeList(place, name, snapshot);
  const { rows } = await openStored(place, name, stored, path.join(folder, "stored.db"));
  await checkList(place, `${name}/`, list);
  const takenAt = toIso(snapshot.time);
  const manifest: BackupManifest = { format: PLACE_FORMAT, takenAt, rows, database: stored, list };
  seal();
  const size = await storeManifest(place, name, manifest, folder);
  const parts = [...stored.parts, ...list.parts].reduce((sum, { bytes }) => sum + bytes, 0);
  return { name, manifest, bytes: parts + size + snapshot.added };
}

/** The list of the newest backup, where it says the same kind of thing as the next one will. */
async function earlierList(place: FileStore, photos: FileStore): Promise<EarlierList | undefined> {
  const newest = (await findBackups(place)).find(hasManifest);
  if (!newest) return undefined;
  const kind = photos instanceof FolderStore ? "carried" : "listed";
  try {
    const { list } = await readManifest(place, newest.name);
    if (list.photos !== kind) return undefined;
    return { images: list.images, missing: list.missing.md5, read: () => readList(place, `${newest.name}/`, list) };
  } catch (error) {
    if (error instanceof BackupError) return undefined;
    throw error;
  }
}

async function storeList(place: FileStore, name: string, { list, lists }: Snapshot): Promise<void> {
  for (const { key } of list.parts) {
    await place.put([{ key: `${name}/${key}`, path: path.join(lists.store.root, lists.base, key) }]);
  }
}

async function storeManifest(place: FileStore, name: string, manifest: BackupManifest, folder: string) {
  const file = path.join(folder, MANIFEST);
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(file, text, { mode: 0o600 });
  await syncFile(file);
  await place.put([{ key: `${name}/${MANIFEST}`, path: file }]);
  return Buffer.byteLength(text);
}

/**
 * Unpacks the database of a backup into `file` and opens it.
 * @returns what it holds
 * @throws BackupError where it is damaged
 */
export async function openStored(
  place: FileStore,
  name: string,
  database: StoredParts,
  file: string,
): Promise<DatabaseFacts> {
  const unpacked = Readable.from(readParts(place, `${name}/`, database));
  await pipeline(unpacked, createWriteStream(file, { flags: "wx", mode: 0o600 }));
  let facts: DatabaseFacts;
  try {
    facts = checkDatabaseFile(file);
  } catch (error) {
    throw new BackupError(`The database in ${name} cannot be read (${(error as Error).message}).`);
  }
  if (facts.problems.length > 0) throw new BackupError(`The database is damaged: ${facts.problems[0]}.`);
  return facts;
}

/**
 * Reads a list to its end.
 * @param base what the names of its parts begin with
 * @throws BackupError where it is damaged or does not hold what it should
 */
export async function checkList(place: FileStore, base: string, list: PhotoList): Promise<void> {
  const sums = { images: 0, count: 0, fileBytes: 0 };
  for await (const { files } of readList(place, base, list)) {
    sums.images += 1;
    sums.count += files.length;
    for (const { bytes } of files) sums.fileBytes += bytes;
  }
  const same = sums.images === list.images && sums.count === list.count && sums.fileBytes === list.fileBytes;
  if (!same) throw new BackupError(`The list of photos ${base} is not what was stored.`);
}

/** What cannot be removed now goes with a later backup. */
async function removeRemains(place: FileStore, name: string): Promise<void> {
  try {
    const objects: string[] = [];
    for await (const { key } of place.list(`${name}/`)) objects.push(key.slice(name.length + 1));
    await removeObjects(place, name, objects);
  } catch {
    // What has failed is told already.
  }
}

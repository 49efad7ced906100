import { constants, type Dirent, existsSync } from "node:fs";
import { copyFile, link, mkdir, opendir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { readDatabaseFile } from "~/db/database-files.server";
import { eachStoredImage } from "~/db/image-references.server";
import { syncFile } from "~/services/images/durable.server";
import { neededFiles } from "~/services/images/files.server";
import { forEachInLanes } from "~/services/images/lanes.server";

/** What the folder for images holds of finished ones; the rest is under way. */
const IMAGE_FOLDERS = ["photos", "users"];

/** Files at work at the same time. */
const AT_ONCE = 16;

/** Every kept file below an uploads folder, relative to it. */
export async function* storedFiles(root: string): AsyncGenerator<string> {
  for (const folder of IMAGE_FOLDERS) yield* filesUnder(root, folder);
}

async function* filesUnder(root: string, folder: string): AsyncGenerator<string> {
  for await (const entry of entriesOf(path.join(root, folder))) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(root, place);
    else if (entry.isFile()) yield place;
  }
}

async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  const dir = await opendir(folder).catch(unlessMissing);
  if (dir) yield* dir;
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

/**
 * Takes what is kept below `from` and not yet below `to` over: as a second name of the same file where both are on one
 * disk (a kept file never changes), else as a copy. What is deleted meanwhile is passed over.
 */
export async function takeFiles(from: string, to: string): Promise<void> {
  await forEachInLanes(storedFiles(from), AT_ONCE, async (file) => {
    const [source, target] = [path.join(from, file), path.join(to, file)];
    if (existsSync(target)) return;
    await mkdir(path.dirname(target), { recursive: true });
    try {
      await link(source, target);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return;
      await copyDurably(source, target).catch(unlessMissing);
    }
  });
}

/** Puts a copy of every file below `from` in its place below `to`; what was there under the same name is replaced. */
export async function putFiles(from: string, to: string): Promise<void> {
  await forEachInLanes(storedFiles(from), AT_ONCE, async (file) => {
    const target = path.join(to, file);
    await mkdir(path.dirname(target), { recursive: true });
    await replaceFile(path.join(from, file), target);
  });
}

/** Removes what is kept below `root` and not below `model`. */
export async function removeOthers(root: string, model: string): Promise<void> {
  await forEachInLanes(storedFiles(root), AT_ONCE, async (file) => {
    if (!existsSync(path.join(model, file))) await rm(path.join(root, file), { force: true });
  });
}

/** Replaces a file atomically by a copy of another. */
export async function replaceFile(from: string, to: string): Promise<void> {
  const beside = `${to}.restoring`;
  await rm(beside, { force: true });
  await copyDurably(from, beside);
  await rename(beside, to);
}

/** Copies a file; the copy must not exist. */
export async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await syncFile(to);
}

/** How many files are kept below a folder, and their bytes. */
export async function measureFiles(root: string): Promise<{ count: number; bytes: number }> {
  const sum = { count: 0, bytes: 0 };
  await forEachInLanes(storedFiles(root), AT_ONCE, async (file) => {
    const { size } = await stat(path.join(root, file));
    sum.count += 1;
    sum.bytes += size;
  });
  return sum;
}

/** The files that rows of a database file need and that are not below `uploads`, sorted. */
export function missingFiles(database: string, uploads: string): string[] {
  const missing = new Set<string>();
  readDatabaseFile(database, (rows) => {
    for (const { kind, names } of eachStoredImage(rows)) {
      const needed = names.flatMap((name) => neededFiles(kind, name));
      for (const file of needed) if (!existsSync(path.join(uploads, file))) missing.add(file);
    }
  });
  return [...missing].sort();
}

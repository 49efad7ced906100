import type { Dirent } from "node:fs";
import { opendir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { ImageKind } from "~/lib/image-name";
import { HOUR } from "~/lib/time";
import { imageFolder, imageOfFile, removeImages, stagingRoot } from "./files.server";
import { stagingDirs } from "./queue.server";
import { NOTE } from "./stage.server";

/** Returns those of the names (at most 500) that a row refers to. */
export type ReferencedImages = (kind: ImageKind, names: string[]) => Set<string> | Promise<Set<string>>;

const BATCH = 500;

/**
 * Cleans up after crashes: temporary folders of dead processes with any files they had moved into place without a row,
 * and stored files without a row that are older than an hour. Reads the disk in batches, so that it may run beside
 * requests whatever the number of files.
 * @param now milliseconds since 1970
 * @returns how many files and folders were removed
 */
export async function sweepImages(referenced: ReferencedImages, now: number): Promise<number> {
  let removed = await sweepStaging(referenced, now);
  for (const kind of ["photos", "users"] as const) removed += await sweepImageFolder(kind, referenced, now);
  return removed;
}

/**
 * The first half of `sweepImages`: temporary folders of dead processes, with what they had moved into place without a
 * row. Cheap, so that it may follow each death of a process.
 */
export async function sweepStaging(referenced: ReferencedImages, now: number): Promise<number> {
  let removed = 0;
  for await (const entry of entriesOf(stagingRoot())) {
    const folder = path.join(stagingRoot(), entry.name);
    if (await isInUse(folder, entry.name, now)) continue;
    await undoCommitted(folder, referenced);
    await rm(folder, { recursive: true, force: true });
    removed++;
  }
  return removed;
}

async function isInUse(folder: string, name: string, now: number): Promise<boolean> {
  if (stagingDirs.has(folder)) return true;
  const pid = Number.parseInt(name, 10);
  // In a container every start has the same pid: an unknown folder with our pid is from a dead process.
  if (pid === process.pid || !isAlive(pid)) return false;
  return !(await isOld(folder, now));
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function undoCommitted(folder: string, referenced: ReferencedImages): Promise<void> {
  const note = await readFile(path.join(folder, NOTE), "utf8").catch(() => "");
  const [kind, ...names] = note.trim().split("\n");
  if (kind !== "photos" && kind !== "users") return;
  const inUse = await referenced(kind, names);
  const unused = names.filter((name) => !inUse.has(name));
  await removeImages(kind, unused);
}

async function sweepImageFolder(kind: ImageKind, referenced: ReferencedImages, now: number): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  for await (const file of filesUnder(imageFolder(kind))) {
    batch.push(file);
    if (batch.length < BATCH) continue;
    removed += await sweepFiles(kind, batch, referenced, now);
    batch = [];
  }
  return removed + (await sweepFiles(kind, batch, referenced, now));
}

async function sweepFiles(kind: ImageKind, files: string[], referenced: ReferencedImages, now: number) {
  const images = files.map((file) => imageOfFile(path.basename(file)));
  const names = [...new Set(images.filter((name) => name !== null))];
  const inUse = names.length > 0 ? await referenced(kind, names) : new Set<string>();
  let removed = 0;
  for (const [at, file] of files.entries()) {
    if (inUse.has(images[at] ?? "") || !(await isOld(file, now))) continue;
    await rm(file, { force: true });
    removed++;
  }
  return removed;
}

/** Whether a file or folder is older than an hour; false where it has disappeared. */
async function isOld(file: string, now: number): Promise<boolean> {
  const stats = await stat(file).catch(() => null);
  return stats !== null && stats.mtimeMs < now - HOUR;
}

async function* filesUnder(folder: string): AsyncGenerator<string> {
  for await (const entry of entriesOf(folder)) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(place);
    else yield place;
  }
}

async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  const dir = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (dir) yield* dir;
}

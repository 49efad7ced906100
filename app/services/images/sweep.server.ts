import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { transaction } from "~/db/client.server";
import { env } from "~/env.server";
import { namesIn } from "~/lib/folders.server";
import { IMAGE_KINDS, type ImageKind } from "~/lib/images";
import { isAlive } from "~/lib/processes.server";
import { HOUR, now } from "~/lib/time";
import { imageOfFile, stagingRoot } from "./files.server";
import { canRemoveFiles } from "./ownership.server";
import { batches } from "./pool.server";
import { stagingDirs } from "./queue.server";
import { referencedImages } from "./references.server";
import { photoStore } from "./stores.server";

const BATCH = 500;

/** How far the clock of the photo store may be behind this machine's, ms. */
const CLOCK_MARGIN_MS = HOUR;

interface ListedFile {
  key: string;
  modifiedAt: number;
}

/**
 * Deletes the stored files that no row names and that are older than the cutoff, and what `sweepTemporaryFolders` does.
 * Reads the store in batches, so that it may run beside requests whatever the number of files.
 *
 * A file of an upload under way has no row yet and must stay, whichever process stores it. The cutoff alone does not
 * prove that, because clocks differ. The order does: delete the temporary folders of dead processes, list the files, then
 * the temporary folders, then the rows. An upload keeps its folder until its rows are written, and writes none without it.
 * @param cutoff milliseconds since 1970
 * @param stop ends it early: a large store takes minutes
 * @returns how many files and folders were deleted
 * @throws StoreUnavailableError; the next sweep goes on
 */
export async function sweepImages(cutoff: number, stop?: AbortSignal): Promise<number> {
  let deleted = await sweepTemporaryFolders();
  if (!(await canRemoveFiles())) return deleted;
  const store = await photoStore();
  for (const kind of IMAGE_KINDS) {
    for await (const files of batches(store.list(`${kind}/`), BATCH)) {
      if (stop?.aborted) return deleted;
      const firstUpload = await findFirstUpload();
      const unused = findUnusedFiles(kind, files, Math.min(cutoff, firstUpload - CLOCK_MARGIN_MS));
      await store.removeMany(unused);
      deleted += unused.length;
    }
  }
  return deleted;
}

/** Deletes the temporary folders of dead processes. @returns how many */
export async function sweepTemporaryFolders(): Promise<number> {
  let deleted = 0;
  for await (const name of namesIn(stagingRoot())) {
    if (await isInUse(name)) continue;
    await rm(path.join(stagingRoot(), name), { recursive: true, force: true });
    deleted++;
  }
  return deleted;
}

/**
 * When the oldest upload under way began, in any process, ms since 1970. Call it after `sweepTemporaryFolders`: the process
 * of another container looks dead and may be at work.
 */
async function findFirstUpload(): Promise<number> {
  let first = Number.POSITIVE_INFINITY;
  for await (const name of namesIn(stagingRoot())) first = Math.min(first, parseFolderName(name).madeAt);
  return first;
}

/** @param name of a temporary folder: its process and when it was made; 0 where the name does not say */
function parseFolderName(name: string) {
  const [pid, madeAt] = name.split("-").map((part) => Number.parseInt(part, 10) || 0);
  return { pid: pid ?? 0, madeAt: madeAt ?? 0 };
}

async function isInUse(name: string): Promise<boolean> {
  const folder = path.join(stagingRoot(), name);
  if (stagingDirs.has(folder)) return true;
  const { pid } = parseFolderName(name);
  // In a container every start has the same pid: an unknown folder with our pid is from a dead process.
  if (pid === process.pid || !isAlive(pid)) return false;
  const stats = await stat(folder).catch(() => null);
  return stats === null || stats.mtimeMs >= now() - HOUR;
}

/** @returns the keys of the files that are older than the cutoff and that no row names */
function findUnusedFiles(kind: ImageKind, files: readonly ListedFile[], cutoff: number): string[] {
  const old = files
    .filter(({ modifiedAt }) => modifiedAt < cutoff)
    .map(({ key }) => ({ key, image: imageOfFile(path.posix.basename(key)) }));
  if (old.length === 0) return [];
  const names = new Set(old.flatMap(({ image }) => image ?? []));
  // In a transaction, which waits for the one of an upload whose temporary folder was just removed.
  const named = transaction(() => referencedImages(kind, [...names]));
  // In a bucket, files without an image's name may be somebody else's; a folder is the site's alone.
  const isUnused = (image: string | null) => (image === null ? env().photoStore.kind === "folder" : !named.has(image));
  return old.filter(({ image }) => isUnused(image)).map(({ key }) => key);
}

import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { transaction } from "~/db/client.server";
import { env } from "~/env.server";
import { namesIn } from "~/lib/folders.server";
import { IMAGE_KINDS, type ImageKind } from "~/lib/images";
import { isAlive } from "~/lib/processes.server";
import { HOUR, now } from "~/lib/time";
import { imageOfFile, stagingRoot } from "./files.server";
import { referencedImages } from "./references.server";
import { stagingDirs } from "./render/queue.server";
import { canRemoveFiles } from "./store/ownership.server";
import { photoStore } from "./store/photo-store.server";
import { batches } from "./store/pool.server";

const BATCH = 500;

/** The photo store's clock may be so far behind. */
const CLOCK_MARGIN_MS = HOUR;

interface ListedFile {
  key: string;
  modifiedAt: number;
}

/**
 * Deletes files older than the cutoff and not named by any row. Files of a running upload have no row yet. The order
 * keeps them, whatever the clocks: delete the temporary folders of dead processes, list the files, then the temporary
 * folders, then the rows. An upload keeps its folder until its rows are written.
 * @param cutoff ms since 1970
 * @param stop ends it early: a large store takes minutes
 * @returns number of deleted files and folders
 * @throws StoreUnavailableError; the next sweep continues
 */
export async function sweepImages(cutoff: number, stop?: AbortSignal): Promise<number> {
  let deletedCount = await sweepTemporaryFolders();
  if (!(await canRemoveFiles())) return deletedCount;
  const store = await photoStore();
  for (const kind of IMAGE_KINDS) {
    for await (const files of batches(store.list(`${kind}/`), BATCH)) {
      if (stop?.aborted) return deletedCount;
      const firstUpload = await findFirstUpload();
      const unused = findUnusedFiles(kind, files, Math.min(cutoff, firstUpload - CLOCK_MARGIN_MS));
      await store.removeMany(unused);
      deletedCount += unused.length;
    }
  }
  return deletedCount;
}

/** Of dead processes. @returns their number */
export async function sweepTemporaryFolders(): Promise<number> {
  let deletedCount = 0;
  for await (const name of namesIn(stagingRoot())) {
    if (await isInUse(name)) continue;
    await rm(path.join(stagingRoot(), name), { recursive: true, force: true });
    deletedCount++;
  }
  return deletedCount;
}

/**
 * Of the oldest running upload in any process, ms since 1970. Call after `sweepTemporaryFolders`: a process in another
 * container seems dead, but may be running.
 */
async function findFirstUpload(): Promise<number> {
  let first = Number.POSITIVE_INFINITY;
  for await (const name of namesIn(stagingRoot())) first = Math.min(first, parseFolderName(name).madeAt);
  return first;
}

/** @returns process and creation time; 0 if not in the name */
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

function findUnusedFiles(kind: ImageKind, files: readonly ListedFile[], cutoff: number): string[] {
  const old = files
    .filter(({ modifiedAt }) => modifiedAt < cutoff)
    .map(({ key }) => ({ key, image: imageOfFile(path.posix.basename(key)) }));
  if (old.length === 0) return [];
  const names = new Set(old.flatMap(({ image }) => image ?? []));
  // Waits for an upload whose temporary folder was just deleted.
  const referencedNames = transaction(() => referencedImages(kind, [...names]));
  // In a bucket, files without an image's name may be foreign.
  const isUnused = (image: string | null) =>
    image === null ? env().photoStore.kind === "folder" : !referencedNames.has(image);
  return old.filter(({ image }) => isUnused(image)).map(({ key }) => key);
}

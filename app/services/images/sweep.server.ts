import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { transaction } from "~/db/client.server";
import { env } from "~/env.server";
import { namesIn } from "~/lib/folders.server";
import { IMAGE_KINDS, type ImageKind } from "~/lib/images";
import { isAlive } from "~/lib/processes.server";
import { groupBy } from "~/lib/rows";
import { HOUR, now as time } from "~/lib/time";
import { imageOfFile, possibleFiles, stagingRoot } from "./files.server";
import {
  abandonIntents,
  deleteIntents,
  findPendingImages,
  listOverdueIntents,
  planImageRemoval,
  takeOverIntents,
} from "./intents.server";
import { canRemoveFiles } from "./ownership.server";
import { batches } from "./pool.server";
import { stagingDirs } from "./queue.server";
import { referencedImages } from "./references.server";
import { photoStore } from "./stores.server";

const BATCH = 500;

interface ListedFile {
  key: string;
  modifiedAt: number;
}

/**
 * Cleans up after crashes: what `sweepStaging` does, and stored files without a row that are older than an hour. Reads the
 * store in batches, so that it may run beside requests whatever the number of files.
 * @param now milliseconds since 1970
 * @returns how many files, folders and images were removed
 * @throws StoreUnavailableError; the next sweep goes on
 */
export async function sweepImages(now = time()): Promise<number> {
  let removed = await sweepStaging(now);
  if (!(await canRemoveFiles())) return removed;
  for (const kind of IMAGE_KINDS) removed += await sweepKind(kind, now);
  return removed;
}

/**
 * The first half of `sweepImages`: temporary folders of dead processes of this machine, and images whose intents nobody is
 * at any more, whichever machine it was. Cheap, so that it may follow each death of a process.
 */
export async function sweepStaging(now = time()): Promise<number> {
  let removed = 0;
  for await (const name of namesIn(stagingRoot())) {
    const folder = path.join(stagingRoot(), name);
    if (await isInUse(folder, name, now)) continue;
    abandonIntents(name);
    await rm(folder, { recursive: true, force: true });
    removed++;
  }
  return removed + (await finishIntents(now));
}

/**
 * Removes what was to be removed, and what was stored for rows that never came. One look into the database where there is
 * nothing to do.
 * @param now milliseconds since 1970
 * @returns how many images were removed
 * @throws StoreUnavailableError; what is left is for the next time
 */
export async function finishIntents(now = time()): Promise<number> {
  let removed = 0;
  for (let overdue = listOverdueIntents(now); overdue.length > 0; overdue = listOverdueIntents(now)) {
    if (!(await canRemoveFiles())) break;
    // From here on who comes late with rows for them is refused, so that no row shows what is removed now.
    takeOverIntents(overdue);
    for (const [kind, intents] of groupBy(overdue, (intent) => intent.kind)) {
      const names = intents.map(({ name }) => name);
      const inUse = referencedImages(kind, names);
      const unused = names.filter((name) => !inUse.has(name));
      await (await photoStore()).removeMany(unused.flatMap((name) => possibleFiles(kind, name)));
      deleteIntents(kind, names);
      removed += unused.length;
    }
  }
  return removed;
}

async function isInUse(folder: string, name: string, now: number): Promise<boolean> {
  if (stagingDirs.has(folder)) return true;
  const pid = Number.parseInt(name, 10);
  // In a container every start has the same pid: an unknown folder with our pid is from a dead process.
  if (pid === process.pid || !isAlive(pid)) return false;
  const stats = await stat(folder).catch(() => null);
  return stats === null || !isOld(stats.mtimeMs, now);
}

async function sweepKind(kind: ImageKind, now: number): Promise<number> {
  let removed = 0;
  for await (const files of batches((await photoStore()).list(`${kind}/`), BATCH)) {
    removed += await sweepFiles(kind, files, now);
  }
  return removed;
}

async function sweepFiles(kind: ImageKind, files: ListedFile[], now: number) {
  const old = files.filter(({ modifiedAt }) => isOld(modifiedAt, now));
  const images = new Map(files.map(({ key }) => [key, imageOfFile(path.posix.basename(key))]));
  const names = [...new Set(images.values())].filter((name) => name !== null);
  const unused = transaction(() => {
    const adding = findPendingImages(kind, names);
    const inUse = referencedImages(kind, names);
    const found = old.filter(({ key }) => {
      const name = images.get(key) ?? null;
      // A folder is ours alone. In a bucket, what has no name of ours may be somebody else's.
      if (name === null) return env().photoStore.kind === "folder";
      return !inUse.has(name) && !adding.has(name);
    });
    // From here on a command that would reference one of them again is refused.
    planImageRemoval(kind, imagesOf(found));
    return found;
  });
  if (unused.length === 0) return 0;
  await (await photoStore()).removeMany(unused.map(({ key }) => key));
  deleteIntents(kind, imagesOf(unused));
  return unused.length;

  function imagesOf(some: ListedFile[]): string[] {
    return [...new Set(some.map(({ key }) => images.get(key) ?? null))].filter((name) => name !== null);
  }
}

const isOld = (time: number, now: number) => time < now - HOUR;

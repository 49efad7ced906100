import { stat, statfs } from "node:fs/promises";
import path from "node:path";
import { env } from "~/env.server";
import { now, SECOND } from "~/lib/time";
import { photoStore } from "~/services/images/store/photo-store.server";

/** ms. */
const STORE_TIMEOUT_MS = 2 * SECOND;

const GIGABYTE = 1024 ** 3;

/** Below a tenth, or 1 GB. */
export const isNearlyFull = ({ free, size }: { free: number; size: number }) => free < GIGABYTE || free < size * 0.1;

/** In this process, ms since 1970; null if reachable. */
let unavailableSince: number | null = null;

/**
 * Disks (one if database and photos share it; omits unreadable ones), the photo store, and the sizes of the database's
 * file and WAL. At most two seconds; never throws.
 */
export async function readStorageStatus() {
  const { databaseFile, UPLOADS_DIR, photoStore: location } = env();
  const [disks, reachable, bytes, walBytes] = await Promise.all([
    disksOf({ database: path.dirname(databaseFile), photos: UPLOADS_DIR }),
    isReachable(),
    bytesOf(databaseFile),
    bytesOf(`${databaseFile}-wal`),
  ]);
  unavailableSince = reachable ? null : (unavailableSince ?? now());
  return {
    disks,
    store: { kind: location.kind, reachable, awaySince: unavailableSince },
    database: { bytes, walBytes },
  };
}

/** In bytes; `free` is for this process. */
async function disksOf(folders: Record<"database" | "photos", string>) {
  const diskFacts = await Promise.all(
    Object.entries(folders).map(async ([holds, folder]) => {
      const facts = await withTimeout(Promise.all([stat(folder), statfs(folder)])).catch(() => undefined);
      if (!facts) return [];
      const [{ dev }, { bavail, blocks, bsize }] = facts;
      const room = { free: bavail * bsize, size: blocks * bsize };
      return [{ dev, disk: { holds: holds as keyof typeof folders, ...room, nearlyFull: isNearlyFull(room) } }];
    }),
  );
  const all = diskFacts.flat();
  return all
    .filter(({ dev }, index) => all.findIndex((otherDisk) => otherDisk.dev === dev) === index)
    .map(({ disk }) => disk);
}

const isReachable = () =>
  withTimeout(photoStore().then((store) => store.probe())).then(
    () => true,
    () => false,
  );

const bytesOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** @throws after the timeout */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), STORE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

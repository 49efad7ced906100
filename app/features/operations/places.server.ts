import { stat, statfs } from "node:fs/promises";
import path from "node:path";
import { env } from "~/env.server";
import { now } from "~/lib/time";
import { photoStore } from "~/services/images/stores.server";
import { OPERATIONS_LIMITS } from "./limits";

/** A disk that the site writes to. */
export interface Disk {
  /** What the site keeps there. */
  holds: "database" | "photos";
  /** Bytes that this process may still write, and bytes in all. */
  free: number;
  size: number;
}

/** Where the site keeps things, as it was found at most some seconds ago. */
export interface Places {
  /** One where database and photos share it; what cannot be read is left out. */
  disks: Disk[];
  store: {
    kind: "folder" | "bucket";
    reachable: boolean;
    /** Since when this process finds it away, ms since 1970; null where it is reachable. */
    awaySince: number | null;
  };
  /** Bytes of the database's file and of what it has written last. */
  database: { bytes: number; walBytes: number };
}

interface Look {
  at: number;
  places: Promise<Places>;
}

// Only how things were a moment ago.
let last: Look | undefined;
let awaySince: number | null = null;

/** Looks at disks and photo store, or says how they were some seconds ago. Takes two seconds at most; never throws. */
export function lookAtPlaces(): Promise<Places> {
  const at = now();
  if (last === undefined || Math.abs(at - last.at) >= OPERATIONS_LIMITS.placesKept) last = { at, places: look() };
  return last.places;
}

async function look(): Promise<Places> {
  const { databaseFile, UPLOADS_DIR, photoStore: location } = env();
  const [disks, reachable, bytes, walBytes] = await Promise.all([
    disksOf({ database: path.dirname(databaseFile), photos: UPLOADS_DIR }),
    isReachable(),
    bytesOf(databaseFile),
    bytesOf(`${databaseFile}-wal`),
  ]);
  awaySince = reachable ? null : (awaySince ?? now());
  return { disks, store: { kind: location.kind, reachable, awaySince }, database: { bytes, walBytes } };
}

async function disksOf(folders: Record<Disk["holds"], string>): Promise<Disk[]> {
  const found = await Promise.all(
    Object.entries(folders).map(async ([holds, folder]) => {
      const facts = await within(Promise.all([stat(folder), statfs(folder)])).catch(() => undefined);
      if (!facts) return [];
      const [{ dev }, { bavail, blocks, bsize }] = facts;
      return [{ dev, disk: { holds: holds as Disk["holds"], free: bavail * bsize, size: blocks * bsize } }];
    }),
  );
  const all = found.flat();
  return all.filter(({ dev }, at) => all.findIndex((other) => other.dev === dev) === at).map(({ disk }) => disk);
}

async function isReachable(): Promise<boolean> {
  return within(photoStore().then((store) => store.probe())).then(
    () => true,
    () => false,
  );
}

const bytesOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** @throws where it takes longer than the store is waited for */
async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), OPERATIONS_LIMITS.storePatience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

import { statSync } from "node:fs";
import { stat, statfs } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { env } from "~/env.server";
import { now, SECOND } from "~/lib/time";
import { withTimeout } from "~/lib/timeout.server";
import { photoStore } from "~/services/images/store/photo-store.server";

const TIMEOUT_MS = 2 * SECOND;
const GIGABYTE = 1024 ** 3;

export const bytesShape = z.int().nonnegative();

export const diskShape = z.strictObject({
  holds: z.enum(["database", "photos"]).meta({ description: "One disk if the database’s disk also holds the photos" }),
  free: bytesShape,
  size: bytesShape,
  nearlyFull: z.boolean(),
});

type Disk = z.infer<typeof diskShape>;

/** Below a tenth, or 1 GB. */
export const isNearlyFull = ({ free, size }: Pick<Disk, "free" | "size">) => free < GIGABYTE || free < size * 0.1;

/** In this process, ms since 1970; null if reachable. */
let unavailableSince: number | null = null;

/** At most two seconds; never throws. */
export async function readStoreStatus() {
  const probe = withTimeout(
    photoStore().then((store) => store.probe()),
    TIMEOUT_MS,
  );
  const reachable = await probe.then(
    () => true,
    () => false,
  );
  unavailableSince = reachable ? null : (unavailableSince ?? now());
  return { kind: env().photoStore.kind, reachable, awaySince: unavailableSince };
}

/** One if database and photos share it; omits unreadable ones. At most two seconds; never throws. */
export async function readDisks(): Promise<Disk[]> {
  const folders = [path.dirname(env().databaseFile), env().UPLOADS_DIR];
  const facts = await Promise.all(
    folders.map((folder) => withTimeout(Promise.all([stat(folder), statfs(folder)]), TIMEOUT_MS).catch(() => null)),
  );
  return facts.flatMap((disk, index) => {
    if (!disk || (index === 1 && disk[0].dev === facts[0]?.[0].dev)) return [];
    const { bavail, blocks, bsize } = disk[1];
    // `bavail`: free for this process.
    const room = { free: bavail * bsize, size: blocks * bsize };
    return { holds: index === 0 ? "database" : "photos", ...room, nearlyFull: isNearlyFull(room) };
  });
}

/** In bytes. */
export function readDatabaseSize() {
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return { file: sizeOf(env().databaseFile), wal: sizeOf(`${env().databaseFile}-wal`) };
}

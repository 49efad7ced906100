import cluster from "node:cluster";
import { EnvError, env } from "~/env.server";
import { makeFolder } from "~/lib/folders.server";
import { SECOND } from "~/lib/time";
import { newErrorId } from "~/lib/tokens.server";
import { type FileStore, StoreRefusedError, StoreUnavailableError } from "~/services/images/store";
import { openStore, photoStore } from "~/services/images/stores.server";
import { log } from "~/services/log/log.server";

/** How long the start waits for a store, ms: the site can do without one for a while. */
const PATIENCE = 3 * SECOND;

/**
 * Asks the photo store and the place of the backups whether they take us. One that is away at the moment is an error in
 * the log only.
 * @throws EnvError naming the variable of one that refuses us, or of a folder that cannot be written
 */
export async function checkStores(): Promise<void> {
  // Once a start: a worker that comes later must not end because of what has changed since.
  if (cluster.isWorker && cluster.worker?.id !== 1) return;
  const { photoStore: photosAt, BACKUP_URL } = env();
  const checks: Promise<void>[] = [];
  // A folder of photos has been looked at with the other folders.
  if (photosAt.kind === "bucket") checks.push(check("UPLOADS_URL", await photoStore()));
  if (BACKUP_URL) checks.push(check("BACKUP_URL", await openStore(BACKUP_URL), BACKUP_URL));
  await Promise.all(checks);
}

async function check(variable: string, store: FileStore, location?: { kind: string; path?: string }): Promise<void> {
  try {
    if (location?.path !== undefined) makeFolder(location.path, 0o700);
    await inTime(store.probe());
  } catch (error) {
    if (error instanceof StoreRefusedError) throw new EnvError(`${variable} is wrong: ${error.message}`);
    if (!(error instanceof StoreUnavailableError))
      throw new EnvError(`${variable} is wrong: the folder cannot be written`);
    log.error({ errorId: newErrorId(), err: error }, `${variable}: the store does not answer at the moment`);
  }
}

async function inTime(probe: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailableError("no answer in time")), PATIENCE);
  });
  try {
    await Promise.race([probe, over]);
  } finally {
    clearTimeout(timer);
  }
}

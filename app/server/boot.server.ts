import type { RequestHandler } from "express";
import { closeDatabase, migrateDatabase, pingDatabase, publicVersion } from "~/db/client.server";
import { ensureFolders, env, restrictFileModes } from "~/env.server";
import { logFault } from "~/http/fault.server";
import { countCall, type LimitName } from "~/http/limits.server";
import { getViewer } from "~/http/session.server";
import { dropTemporaryFolders } from "~/services/images/folder.server";
import { keepFaults } from "~/services/log/faults.server";
import { startBackground } from "./background.server";
import { checkStores } from "./check-stores.server";
import { followPrimary } from "./cluster/follow";
import type { Primary } from "./cluster/link";
import { startWatching, type Watching } from "./metrics/watching.server";
import { uploadDoor } from "./uploads/door";

export interface Running {
  /** Throws where the database does not answer. */
  ping(): void;
  /** Changes with every write, of any process, that changes what everybody may see. */
  publicVersion(): number;
  /**
   * Counts a costly read that is answered from the cache.
   * @returns false where the client's limit is used up
   */
  mayRead(limit: LimitName, clientAddress: string): Promise<boolean>;
  /** The person whose session a request carries. */
  findPersonId(headers: Headers): Promise<number | undefined>;
  /** Takes photos in pieces, before their form; it stands behind the origin check. */
  uploads: RequestHandler;
  /** Logs a fault that came up before or behind the app. */
  logFault: typeof logFault;
  /** undefined where METRICS_TOKEN is unset: then nothing is measured. */
  watching: Watching | undefined;
  /** Background jobs finish the current task and start no new one. */
  beginStop(): void;
  /** Stops background work and closes the database. */
  stop(): Promise<void>;
}

/**
 * Prepares what the app needs before the first request: folders, migrations, and the background jobs (clean-up after a
 * crash, mail, places), which run here, or in the process that the primary names.
 * @param primary where this process is one of several; only one of them boots at a time
 * @throws EnvError where a folder cannot be written, or a store refuses us
 */
export async function boot(primary?: Primary): Promise<Running> {
  const { METRICS_TOKEN } = env();
  const watching = METRICS_TOKEN === undefined ? undefined : startWatching(METRICS_TOKEN, primary);
  restrictFileModes(env());
  ensureFolders(env());
  await checkStores();
  migrateDatabase();
  const endKeeping = keepFaults();
  const background = primary ? followPrimary(primary) : startBackground();
  return {
    ping: pingDatabase,
    publicVersion,
    mayRead: (limit, clientAddress) =>
      countCall(limit, { clientAddress }, { again: true }).then(
        () => true,
        () => false,
      ),
    findPersonId: async (headers) => (await getViewer(new Request("http://localhost/", { headers })))?.id,
    uploads: uploadDoor(),
    logFault,
    watching,
    beginStop: background.beginStop,
    stop: async () => {
      await background.stop();
      await dropTemporaryFolders();
      if (watching) primary?.tell({ type: "figures", figures: await watching.meter.figures() });
      endKeeping();
      closeDatabase();
    },
  };
}

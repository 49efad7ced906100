import cluster from "node:cluster";
import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { closeDatabase, pingDatabase } from "~/db/client.server";
import { findDatabaseProblem } from "~/db/health.server";
import { migrateDatabase } from "~/db/migrations.server";
import { EnvError, ensureFolders, env, restrictFileModes, unknownSettings } from "~/env.server";
import { foldAnew } from "~/features/search/fold-anew.server";
import { REQUEST_ID } from "~/http/context";
import { logFault } from "~/http/fault.server";
import { consumeForCaller } from "~/http/limits/limits.server";
import { dismissedAnnouncement } from "~/http/page/announcement.server";
import { getViewer } from "~/http/session/session.server";
import { DomainError } from "~/lib/errors";
import { now, SECOND } from "~/lib/time";
import { newErrorId } from "~/lib/tokens.server";
import { restic } from "~/services/backups/restic.server";
import { StoreRefusedError, StoreUnavailableError } from "~/services/images/store";
import { photoStore } from "~/services/images/stores.server";
import { removeTemporaryFolders } from "~/services/images/temporary-folder.server";
import { startFaultStore } from "~/services/log/faults.server";
import { log } from "~/services/log/log.server";
import { renewSetupToken } from "~/services/site/setup-token.server";
import { pageVersion, site } from "~/services/site/site.server";
import { VIEW_TRANSITION_CSS } from "~/ui/view-transition";
import { joinPrimary } from "../cluster/join-primary";
import type { PrimaryChannel } from "../cluster/messages";
import { startMetrics } from "../metrics/setup.server";
import { uploadHandler } from "../uploads/handler";
import { startBackgroundJobs } from "./background-jobs.server";

/** The person whose session a request carries. */
async function findUserId(headers: Headers): Promise<number | undefined> {
  return (await getViewer(new Request("http://localhost/", { headers })))?.id;
}

/** Counts a response that is to be rendered. @returns the refusal where the limit is used up */
async function refusalToRender(headers: IncomingHttpHeaders, clientAddress: string): Promise<DomainError | undefined> {
  if (env().RATE_LIMITS === "off") return undefined;
  const { cookie, authorization, [REQUEST_ID]: id } = headers;
  // With the request's id, so that the loaders find who asks instead of looking it up again.
  const given = Object.entries({ cookie, authorization, [REQUEST_ID]: id }).filter(([, value]) => value !== undefined);
  const credentials = new Headers(given as [string, string][]);
  const isVisitor = cookie === undefined && authorization === undefined;
  const userId = isVisitor ? undefined : await findUserId(credentials);
  try {
    await consumeForCaller("render", { clientAddress, userId });
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/**
 * Prepares what the app needs before the first request: folders, migrations, and the background jobs (clean-up after a
 * crash, mail, rounds), which run here, or in the process that the primary names.
 * @param primary where this process is one of several; only one of them boots at a time
 * @throws EnvError where a folder cannot be written, or a store refuses us
 */
export async function boot(primary?: PrimaryChannel) {
  const { METRICS_TOKEN } = env();
  const watching = METRICS_TOKEN === undefined ? undefined : await startMetrics(METRICS_TOKEN, primary);
  restrictFileModes(env());
  ensureFolders(env());
  if (isFirst()) warnOfUnknownSettings();
  await checkStorage();
  const migrated = migrateDatabase();
  if (migrated.migrations > 0) log.info(migrated, "database migrated");
  foldAnew();
  if (isFirst()) renewSetupToken();
  const endKeeping = startFaultStore();
  const background = primary ? joinPrimary(primary) : startBackgroundJobs(now());
  return {
    ping: pingDatabase,
    findProblem: findDatabaseProblem,
    publicVersion: pageVersion,
    dismissedAnnouncement,
    headStyle: () => VIEW_TRANSITION_CSS + site().accentStyle,
    refusalToRender,
    findPersonId: findUserId,
    /** Takes photos in pieces, before their form; it stands behind the origin check. */
    uploads: uploadHandler(),
    logFault,
    /** undefined where METRICS_TOKEN is unset: then nothing is measured. */
    watching,
    /** Background jobs finish the current task and start no new one. */
    beginStop: background.beginStop,
    /** Stops background work and closes the database. */
    stop: async () => {
      await background.stop();
      await removeTemporaryFolders();
      await watching?.tellLast();
      endKeeping();
      closeDatabase();
    },
  };
}

export type BootedSite = Awaited<ReturnType<typeof boot>>;

/** Whether it is the first process that boots: what is done once a start is not done by workers that come later. */
const isFirst = () => !cluster.isWorker || cluster.worker?.id === 1;

function warnOfUnknownSettings(): void {
  for (const { name, meant } of unknownSettings()) log.warn({ name, meant }, "unknown setting");
}

/** How long the start waits for a store, ms: the site can do without one for a while. */
const STORE_TIMEOUT_MS = 3 * SECOND;

/**
 * Asks the photo store whether it takes us, and looks for the program that takes the backups. A store that is away at the
 * moment is an error in the log only.
 * @throws EnvError naming the variable of a store that refuses us, or of a program that is not there
 */
async function checkStorage(): Promise<void> {
  if (!isFirst()) return;
  const { photoStore: photosAt, BACKUP_EVERY } = env();
  if (BACKUP_EVERY !== null)
    await restic(["version"]).catch((error: Error) => {
      throw new EnvError(`BACKUP_EVERY is wrong: ${error.message}`);
    });
  // A folder of photos has been looked at with the other folders.
  if (photosAt.kind === "folder") return;
  try {
    const over = pause(STORE_TIMEOUT_MS, undefined, { ref: false }).then(() => {
      throw new StoreUnavailableError("no answer in time");
    });
    await Promise.race([(await photoStore()).probe(), over]);
  } catch (error) {
    if (error instanceof StoreRefusedError) throw new EnvError(`UPLOADS_URL is wrong: ${error.message}`);
    if (!(error instanceof StoreUnavailableError)) throw error;
    log.error({ errorId: newErrorId(), err: error }, "UPLOADS_URL: the store is not answering at the moment");
  }
}

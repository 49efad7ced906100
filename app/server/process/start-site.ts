import cluster from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { closeDatabase } from "~/db/client.server";
import { migrateDatabase } from "~/db/migrations.server";
import { EnvError, ensureFolders, env, restrictFileModes, unknownSettings } from "~/env.server";
import { rebuildSearchTexts } from "~/features/search/rebuild-texts.server";
import { prepareProvider } from "~/http/session/provider.server";
import { now, SECOND } from "~/lib/time";
import { newErrorId } from "~/lib/tokens.server";
import { restic } from "~/services/backups/restic.server";
import { StoreRefusedError, StoreUnavailableError } from "~/services/images/store/file-store";
import { photoStore } from "~/services/images/store/photo-store.server";
import { removeTemporaryFolders } from "~/services/images/temporary-folder.server";
import { startFaultStore } from "~/services/log/faults.server";
import { log } from "~/services/log/log.server";
import { storeIdHost } from "~/services/site/id-host.server";
import { renewSetupToken } from "~/services/site/setup-token.server";
import { createApp } from "../app";
import { joinPrimary } from "../cluster/join-primary";
import { connectToPrimary } from "../cluster/messages";
import { startMetrics } from "../metrics/setup.server";
import { startBackgroundJobs } from "./background-jobs.server";
import { exitOnEnvError, listen } from "./listen";

type Build = ServerBuild | (() => Promise<ServerBuild>);

interface Development {
  middleware: RequestHandler;
  stop: () => Promise<void>;
}

export async function startSite(build: Build, development?: Development): Promise<void> {
  try {
    const primary = cluster.isWorker ? connectToPrimary() : undefined;
    const { METRICS_TOKEN } = env();
    const metrics = METRICS_TOKEN === undefined ? undefined : await startMetrics(METRICS_TOKEN, primary);
    await prepareStorage();
    const stopFaultStore = startFaultStore();
    const background = primary ? joinPrimary(primary) : startBackgroundJobs(now());
    const stopping = {
      begin: background.beginStop,
      end: async () => {
        await development?.stop();
        await background.stop();
        await removeTemporaryFolders();
        await metrics?.sendLast();
        stopFaultStore();
        closeDatabase();
      },
    };
    await listen(createApp({ build, development: development?.middleware, metrics }), stopping);
    await prepareProvider();
  } catch (error) {
    exitOnEnvError(error);
  }
}

/** @throws EnvError if a folder is not writable or a store refuses access */
async function prepareStorage(): Promise<void> {
  restrictFileModes(env());
  ensureFolders(env());
  if (isFirst()) warnOfUnknownSettings();
  await checkStorage();
  const migration = migrateDatabase();
  if (migration.migrations > 0) log.info(migration, "database migrated");
  rebuildSearchTexts();
  if (isFirst()) {
    storeIdHost();
    renewSetupToken();
  }
}

/** It runs the tasks of the site's start. */
const isFirst = () => !cluster.isWorker || cluster.worker?.id === 1;

function warnOfUnknownSettings(): void {
  for (const { name, meant } of unknownSettings()) log.warn({ name, meant }, "unknown setting");
}

/** The site can run without a store for a while. */
const STORE_TIMEOUT_MS = 3 * SECOND;

/**
 * Checks access to the photo store and that the backup program exists. An unavailable store is only logged.
 * @throws EnvError with the wrong variable
 */
async function checkStorage(): Promise<void> {
  if (!isFirst()) return;
  const { photoStore: photosAt, BACKUP_EVERY } = env();
  if (BACKUP_EVERY !== null)
    await restic(["version"]).catch((error: Error) => {
      throw new EnvError(`BACKUP_EVERY is wrong: ${error.message}`);
    });
  // `ensureFolders` has checked a folder.
  if (photosAt.kind === "folder") return;
  try {
    const over = pause(STORE_TIMEOUT_MS, undefined, { ref: false }).then(() => {
      throw new StoreUnavailableError("no answer in time");
    });
    await Promise.race([(await photoStore()).probe(), over]);
  } catch (error) {
    if (error instanceof StoreRefusedError) throw new EnvError(`UPLOADS_URL is wrong: ${error.message}`);
    if (!(error instanceof StoreUnavailableError)) throw error;
    log.error({ errorId: newErrorId(), err: error }, "photo store unavailable (UPLOADS_URL)");
  }
}

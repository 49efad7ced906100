import { closeDatabase, migrateDatabase, pingDatabase, publicVersion } from "~/db/client.server";
import { ensureFolders, env, restrictFileModes } from "~/env.server";
import { startAccountSweeps } from "~/features/accounts/housekeeping.server";
import { accountMails } from "~/features/accounts/mails.server";
import { secondStepMails } from "~/features/accounts/second-step-mails.server";
import { eventMails } from "~/features/events/mails.server";
import { sweepUnusedImages } from "~/features/photos/sweep.server";
import { startPlacesBackfill } from "~/features/places/backfill.server";
import { ticketMails } from "~/features/tickets/mails.server";
import { countCall, type LimitName } from "~/http/limits.server";
import { getViewer } from "~/http/session.server";
import { dropTemporaryFolders } from "~/services/images/folder.server";
import { log } from "~/services/log/log.server";
import { startMailWorker } from "~/services/mail/worker.server";

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
  /** Background jobs finish the current task and start no new one. */
  beginStop(): void;
  /** Stops background work and closes the database. */
  stop(): Promise<void>;
}

/**
 * Prepares what the app needs before the first request: folders, migrations, clean-up after a crash, the mail worker.
 * Rows without a place are geocoded in the background.
 * @throws EnvError where a folder cannot be written
 */
export function boot(): Running {
  restrictFileModes(env());
  ensureFolders(env());
  migrateDatabase();
  const stopSweeps = startAccountSweeps();
  const sweeping = sweepUnusedImages().catch((error) => log.error({ err: error }, "sweep failed"));
  const stopPlacing = startPlacesBackfill();
  const stopMail = startMailWorker({ ...accountMails, ...secondStepMails, ...ticketMails, ...eventMails });
  let mailStopped: Promise<void> | undefined;
  const beginStop = () => void (mailStopped ??= stopMail());
  return {
    ping: pingDatabase,
    publicVersion,
    mayRead: (limit, clientAddress) =>
      countCall(limit, { clientAddress }).then(
        () => true,
        () => false,
      ),
    findPersonId: async (headers) => (await getViewer(new Request("http://localhost/", { headers })))?.id,
    beginStop,
    stop: async () => {
      stopSweeps();
      beginStop();
      await mailStopped;
      await stopPlacing();
      await sweeping;
      await dropTemporaryFolders();
      closeDatabase();
    },
  };
}

import { closeDatabase, databaseVersion, migrateDatabase, pingDatabase } from "~/db/client.server";
import { accountMails } from "~/features/accounts/mails.server";
import { secondStepMails } from "~/features/accounts/second-step-mails.server";
import { sweepSessions } from "~/features/accounts/sessions.server";
import { eventMails } from "~/features/events/mails.server";
import { startPlacingOldThings } from "~/features/map/backfill.server";
import { sweepUnusedImages } from "~/features/photos/sweep.server";
import { ticketMails } from "~/features/tickets/mails.server";
import { ensureFolders, env } from "~/services/env.server";
import { log } from "~/services/log.server";
import { startMailWorker } from "~/services/mail/worker.server";

export interface Running {
  /** Throws where the database does not answer. */
  ping(): void;
  /** Differs after every write, whoever wrote. */
  databaseVersion(): string;
  /** Stops background work and closes the database. */
  stop(): Promise<void>;
}

/**
 * What the app needs before the first request: folders, migrations, clean-up after a dead process, the mail worker.
 * What was written before there was a map is placed beside requests.
 * @throws EnvError where a folder cannot be written
 */
export function boot(): Running {
  ensureFolders(env());
  migrateDatabase();
  sweepSessions();
  const sweeping = sweepUnusedImages().catch((error) => log.error({ err: error }, "sweep failed"));
  const stopPlacing = startPlacingOldThings();
  const stopMail = startMailWorker({ ...accountMails, ...secondStepMails, ...ticketMails, ...eventMails });
  return {
    ping: pingDatabase,
    databaseVersion,
    stop: async () => {
      await stopMail();
      await stopPlacing();
      await sweeping;
      closeDatabase();
    },
  };
}

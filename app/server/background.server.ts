import { startAccountSweeps } from "~/features/accounts/housekeeping.server";
import { accountMails } from "~/features/accounts/mails.server";
import { secondStepMails } from "~/features/accounts/second-step-mails.server";
import { eventMails } from "~/features/events/mails.server";
import { startReminders } from "~/features/events/reminders.server";
import { startMailRounds } from "~/features/notifications/mail-rounds.server";
import { notificationMails } from "~/features/notifications/mails.server";
import { sweepDeadUploads, sweepUnusedImages } from "~/features/photos/sweep.server";
import { startPlacesBackfill } from "~/features/places/backfill.server";
import { ticketMails } from "~/features/tickets/mails.server";
import { startVehicleFiling } from "~/features/vehicles/filing.server";
import { HOUR, now } from "~/lib/time";
import { startBackups } from "~/services/backups/job.server";
import { log } from "~/services/log/log.server";
import { startMailWorker } from "~/services/mail/worker.server";
import { sweepUploads } from "~/services/uploads/resumable.server";

/**
 * The jobs that one process does for the whole site: mail, digests, reminders, sweeps, looking up places, filing vehicles,
 * backups.
 */
export interface Background {
  /** The current mail is finished, no new one is started. */
  beginStop(): void;
  /** Ends all jobs; may be repeated. */
  stop(): Promise<void>;
  /** Removes what a process that has just died was uploading. */
  sweepDead(): void;
}

/** Starts the jobs. */
export function startBackground(): Background {
  const stopSweeps = startAccountSweeps();
  let sweeping: Promise<unknown> = Promise.resolve();
  const sweep = (images: () => Promise<number>) => {
    sweeping = sweeping.then(images).catch((error) => log.error({ err: error }, "sweep failed"));
  };
  const sweepWaiting = () => sweepUploads(now());
  sweep(sweepUnusedImages);
  sweep(sweepWaiting);
  const hourly = setInterval(() => {
    sweep(sweepDeadUploads);
    sweep(sweepWaiting);
  }, HOUR);
  const stopPlacing = startPlacesBackfill();
  const stopFiling = startVehicleFiling();
  const stopReminders = startReminders();
  const stopRounds = startMailRounds();
  const stopBackups = startBackups();
  const stopMail = startMailWorker({
    ...{ ...accountMails, ...secondStepMails, ...ticketMails, ...eventMails },
    ...notificationMails,
  });
  let mailStopped: Promise<void> | undefined;
  let backupsStopped: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;
  const beginStop = () => {
    mailStopped ??= stopMail();
    backupsStopped ??= stopBackups();
  };
  const stop = async () => {
    stopSweeps();
    clearInterval(hourly);
    beginStop();
    await mailStopped;
    await backupsStopped;
    await stopRounds();
    await stopPlacing();
    await stopFiling();
    await stopReminders();
    await sweeping;
  };
  return {
    beginStop,
    stop: () => (stopped ??= stop()),
    sweepDead: () => sweep(sweepDeadUploads),
  };
}

import { startAccountSweeps } from "~/features/accounts/housekeeping.server";
import { accountMails } from "~/features/accounts/mails.server";
import { secondStepMails } from "~/features/accounts/second-step-mails.server";
import { eventMails } from "~/features/events/mails.server";
import { startReminders } from "~/features/events/reminders.server";
import { startMailRounds } from "~/features/notifications/mail-rounds.server";
import { notificationMails } from "~/features/notifications/mails.server";
import { finishRemovals, sweepDeadUploads, sweepUnusedImages } from "~/features/photos/sweep.server";
import { startPlacesBackfill } from "~/features/places/backfill.server";
import { ticketMails } from "~/features/tickets/mails.server";
import { startVehicleFiling } from "~/features/vehicles/filing.server";
import { HOUR, now, SECOND } from "~/lib/time";
import { startBackups } from "~/services/backups/job.server";
import { StoreUnavailableError } from "~/services/images/store";
import { logJobFault, sweepFaults } from "~/services/log/faults.server";
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
  const { sweepDead, stop: stopSweeping } = startSweeps();
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
    beginStop();
    await mailStopped;
    await backupsStopped;
    await stopRounds();
    await stopPlacing();
    await stopFiling();
    await stopReminders();
    await stopSweeping();
  };
  return {
    beginStop,
    stop: () => (stopped ??= stop()),
    sweepDead,
  };
}

/** How often it is looked for images that could not be removed when they should have been, ms. */
const REMOVALS_EVERY = 10 * SECOND;

/** One sweep after the other. What the photo store's being away keeps from its end is tried again soon after it is back. */
function startSweeps() {
  let sweeping: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let storeSwept = false;
  const sweep = (work: () => Promise<unknown>) => {
    waiting += 1;
    sweeping = sweeping
      .then(work)
      .catch(toldFailure)
      .finally(() => {
        waiting -= 1;
      });
  };
  const sweepStore = async () => {
    const removed = await sweepUnusedImages();
    storeSwept = true;
    return removed;
  };
  const sweepWaiting = () => sweepUploads(now());
  const sweepOldFaults = async () => sweepFaults();
  sweep(sweepStore);
  sweep(sweepWaiting);
  sweep(sweepOldFaults);
  const hourly = setInterval(() => {
    sweep(sweepOldFaults);
    sweep(sweepDeadUploads);
    sweep(sweepWaiting);
  }, HOUR);
  const often = setInterval(() => {
    if (waiting === 0) sweep(storeSwept ? finishRemovals : sweepStore);
  }, REMOVALS_EVERY);
  return {
    sweepDead: () => sweep(sweepDeadUploads),
    stop: async () => {
      clearInterval(hourly);
      clearInterval(often);
      await sweeping;
    },
  };
}

function toldFailure(error: unknown): void {
  if (error instanceof StoreUnavailableError) log.warn({ err: error }, "a sweep waits for the photo store");
  else logJobFault(error, "sweep failed");
}

import { accountMails } from "~/features/accounts/mails.server";
import { sweepAccounts } from "~/features/accounts/sweep.server";
import { caseMails } from "~/features/cases/mails.server";
import { sweepCases } from "~/features/cases/sweep.server";
import { eventMails } from "~/features/events/mails.server";
import { startReminders } from "~/features/events/reminders.server";
import { startNotificationMails } from "~/features/notifications/mail/enqueue.server";
import { notificationMails } from "~/features/notifications/mail/notify-mails.server";
import { ticketMails } from "~/features/tickets/mails.server";
import { HOUR, now, SECOND } from "~/lib/time";
import { startBackups } from "~/services/backups/job.server";
import { StoreUnavailableError } from "~/services/images/store";
import { finishIntents, sweepImages, sweepStaging } from "~/services/images/sweep.server";
import { logJobFault, sweepFaults } from "~/services/log/faults.server";
import { log } from "~/services/log/log.server";
import { startMailWorker } from "~/services/mail/worker.server";
import { sweepUploads } from "~/services/uploads/resumable.server";

/** Starts the jobs that one process does for the whole site: mail, digests, reminders, sweeps, backups. */
export function startBackgroundJobs() {
  const sweeps = startSweeps();
  const stops = [startReminders(), startNotificationMails(), sweeps.stop];
  const stopBackups = startBackups();
  const stopMail = startMailWorker({
    ...accountMails,
    ...ticketMails,
    ...eventMails,
    ...caseMails,
    ...notificationMails,
  });
  let begun: Promise<unknown> | undefined;
  let stopped: Promise<unknown> | undefined;
  /** The current mail is finished, no new one is started. */
  const beginStop = () => void (begun ??= Promise.all([stopMail(), stopBackups()]));
  return {
    beginStop,
    /** Ends all jobs; may be repeated. */
    stop: async () => {
      beginStop();
      await begun;
      await (stopped ??= Promise.all(stops.map((stop) => stop())));
    },
    /** Removes what a process that has just died was uploading. */
    sweepDead: sweeps.sweepDead,
  };
}

export type BackgroundJobs = ReturnType<typeof startBackgroundJobs>;

/** Interval of the search for images whose removal failed, ms. */
const REMOVAL_INTERVAL_MS = 10 * SECOND;

/** One sweep after the other. What the photo store's being away keeps from its end is tried again soon after it is back. */
function startSweeps() {
  let sweeping: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let storeSwept = false;
  const sweep = (work: () => Promise<unknown>) => {
    waiting += 1;
    sweeping = sweeping
      .then(work)
      .catch(logFailure)
      .finally(() => {
        waiting -= 1;
      });
  };
  const sweepStore = async () => {
    const removed = await sweepImages();
    storeSwept = true;
    return removed;
  };
  const sweepWaiting = () => sweepUploads(now());
  const sweepOldFaults = async () => sweepFaults();
  sweep(sweepStore);
  sweep(sweepWaiting);
  const sweepRows = () => [sweepAccounts, sweepOldFaults, sweepCases].forEach(sweep);
  sweepRows();
  const hourly = setInterval(() => {
    sweepRows();
    sweep(() => sweepStaging());
    sweep(sweepWaiting);
  }, HOUR);
  const often = setInterval(() => {
    if (waiting === 0) sweep(storeSwept ? () => finishIntents() : sweepStore);
  }, REMOVAL_INTERVAL_MS);
  return {
    sweepDead: () => sweep(() => sweepStaging()),
    stop: async () => {
      clearInterval(hourly);
      clearInterval(often);
      await sweeping;
    },
  };
}

function logFailure(error: unknown): void {
  if (error instanceof StoreUnavailableError) log.warn({ err: error }, "a sweep waits for the photo store");
  else logJobFault(error, "sweep failed");
}

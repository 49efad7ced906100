import { accountMails } from "~/features/accounts/mails.server";
import { sweepAccounts } from "~/features/accounts/sweep.server";
import { sweepNetworkBlocks } from "~/features/administration/networks.server";
import { caseMails } from "~/features/cases/mails.server";
import { sweepCases } from "~/features/cases/sweep.server";
import { eventMails } from "~/features/events/mails.server";
import { startReminders } from "~/features/events/reminders.server";
import { startSeries } from "~/features/events/series/dates.server";
import { startNotificationMails } from "~/features/notifications/mail/enqueue.server";
import { notificationMails } from "~/features/notifications/mail/notify-mails.server";
import { recordStorage } from "~/features/operations/storage.server";
import { ticketMails } from "~/features/tickets/mails.server";
import { sweepSentForms } from "~/http/page/sent-forms.server";
import { DAY, HOUR, MINUTE, now } from "~/lib/time";
import { startBackups } from "~/services/backups/job.server";
import { StoreUnavailableError } from "~/services/images/store/file-store";
import { sweepImages, sweepTemporaryFolders } from "~/services/images/sweep.server";
import { logJobFault, sweepFaults } from "~/services/log/faults.server";
import { log } from "~/services/log/log.server";
import { startMailWorker } from "~/services/mail/worker.server";
import { runJob } from "~/services/periodic/periodic.server";
import { sweepUploads } from "~/services/uploads/resumable.server";

/**
 * Mail, digests, reminders, sweeps, backups.
 * @param siteStartedAt before this run's first upload, ms since 1970; 0 if unknown
 */
export function startBackgroundJobs(siteStartedAt: number) {
  const sweeps = startSweeps(siteStartedAt);
  const stops = [startReminders(), startSeries(), startNotificationMails(), sweeps.stop];
  const stopBackups = startBackups();
  const stopMail = startMailWorker({
    ...accountMails,
    ...ticketMails,
    ...eventMails,
    ...caseMails,
    ...notificationMails,
  });
  let ending: Promise<unknown> | undefined;
  let stopped: Promise<unknown> | undefined;
  /** Finishes the current mail. */
  const beginStop = () => void (ending ??= Promise.all([stopMail(), stopBackups()]));
  return {
    beginStop,
    stop: async () => {
      beginStop();
      await ending;
      await (stopped ??= Promise.all(stops.map((stop) => stop())));
    },
  };
}

export type BackgroundJobs = ReturnType<typeof startBackgroundJobs>;

/** Hourly; photos at the start and daily, or an hour after the store was unavailable. */
export function startSweeps(siteStartedAt: number) {
  let sweeping: Promise<unknown> = Promise.resolve();
  let photosDueAt = 0;
  const controller = new AbortController();
  const sweepPhotos = async () => {
    const startedAt = now();
    if (startedAt < photosDueAt) return sweepTemporaryFolders();
    const deletedCount = await sweepImages(Math.max(siteStartedAt, startedAt - DAY), controller.signal);
    // Before the hour of tomorrow's round.
    photosDueAt = startedAt + DAY - MINUTE;
    return deletedCount;
  };
  const sweeps: [name: string, work: () => unknown][] = [
    ["photo clean-up", sweepPhotos],
    ["upload clean-up", () => sweepUploads(now())],
    ["account clean-up", sweepAccounts],
    ["error clean-up", sweepFaults],
    ["case clean-up", sweepCases],
    ["form clean-up", sweepSentForms],
    ["network block clean-up", sweepNetworkBlocks],
    ["storage record", recordStorage],
  ];
  const sweepAll = () => {
    for (const [name, work] of sweeps)
      sweeping = sweeping.then(() => runJob({ name, every: HOUR, failed: logFailure }, work));
  };
  sweepAll();
  const hourly = setInterval(sweepAll, HOUR);
  return {
    stop: async () => {
      clearInterval(hourly);
      controller.abort();
      await sweeping;
    },
  };
}

function logFailure(error: unknown): string {
  if (!(error instanceof StoreUnavailableError)) return logJobFault(error, "sweep failed");
  log.warn({ err: error }, "sweep postponed: photo store unavailable");
  return "";
}

import { countInPrimary } from "~/http/limits/limits.server";
import { MINUTE } from "~/lib/time";
import { logJobFault } from "~/services/log/faults.server";
import { type BackgroundJobs, startBackgroundJobs } from "../process/background-jobs.server";
import type { PrimaryChannel } from "./messages";

const RETRY_DELAY_MS = MINUTE / 2;

/**
 * Makes this process a worker: the primary shares rate limits and assigns the background jobs.
 * @returns handle of the jobs, even if they run elsewhere
 */
export function joinPrimary(primary: PrimaryChannel): BackgroundJobs {
  countInPrimary();
  let jobs: BackgroundJobs | undefined;
  let retry: NodeJS.Timeout | undefined;
  let stopped: Promise<void> | undefined;
  const start = (siteStartedAt: number) => {
    if (jobs || stopped) return;
    try {
      jobs = startBackgroundJobs(siteStartedAt);
    } catch (error) {
      // Such as a full disk: requests still work.
      logJobFault(error, "background jobs not started");
      retry = setTimeout(start, RETRY_DELAY_MS, siteStartedAt);
    }
  };
  primary.subscribe((message) => {
    if (message.type === "background") start(message.siteStartedAt);
  });
  const stop = async () => {
    clearTimeout(retry);
    await jobs?.stop();
    primary.send({ type: "background-over" });
  };
  return {
    // At once: another worker takes over.
    beginStop: () => void (stopped ??= stop()),
    stop: () => (stopped ??= stop()),
  };
}

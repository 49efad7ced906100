import { countIn } from "~/http/limits.server";
import { MINUTE } from "~/lib/time";
import { logJobFault } from "~/services/log/faults.server";
import { passMailKicks, wakeMailWorker } from "~/services/mail/kick.server";
import { shareUploadSlots } from "~/services/uploads/slots.server";
import { type Background, startBackground } from "../background.server";
import type { Primary } from "./link";
import { sharedCounters, sharedSlots } from "./shared";

/** How long after a failed start of the background jobs they are tried again, ms. */
const AGAIN = MINUTE / 2;

/**
 * Makes this process one of several: limits and upload slots are the primary's, and background jobs run here while the
 * primary says so.
 * @returns stands for the jobs, whether they run here or not
 */
export function followPrimary(primary: Primary): Pick<Background, "beginStop" | "stop"> {
  countIn(sharedCounters(primary));
  shareUploadSlots(sharedSlots(primary));
  passMailKicks(() => primary.tell({ type: "wake-mail" }));
  let jobs: Background | undefined;
  let retry: NodeJS.Timeout | undefined;
  let stopped: Promise<void> | undefined;
  const start = () => {
    if (jobs || stopped) return;
    try {
      jobs = startBackground();
    } catch (error) {
      // A full disk, say: requests are still answered, so this process stays.
      logJobFault(error, "background jobs did not start");
      retry = setTimeout(start, AGAIN);
    }
  };
  primary.listen(({ type }) => {
    if (type === "background") start();
    else if (type === "wake-mail") wakeMailWorker();
    else if (type === "sweep") jobs?.sweepDead();
  });
  const stop = async () => {
    clearTimeout(retry);
    await jobs?.stop();
    primary.tell({ type: "background-over" });
  };
  return {
    // All of them at once: another worker takes over as soon as they have ended.
    beginStop: () => void (stopped ??= stop()),
    stop: () => (stopped ??= stop()),
  };
}

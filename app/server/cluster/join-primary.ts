import { countInPrimary } from "~/http/limits/limits.server";
import { DomainError } from "~/lib/errors";
import { MINUTE, SECOND } from "~/lib/time";
import { logJobFault } from "~/services/log/faults.server";
import { log } from "~/services/log/log.server";
import { forwardMailWakes, wakeMailWorker } from "~/services/mail/outbox.server";
import {
  brokenUpload,
  SITE_SLOTS,
  shareUploadSlots,
  tooManyUploads,
  type UploadSlots,
} from "~/services/uploads/slots.server";
import { type BackgroundJobs, startBackgroundJobs } from "../process/background-jobs.server";
import type { PrimaryChannel, PrimaryRequests, SlotRefusal } from "./messages";

/** Delay before the background jobs are started again after a failed start, ms. */
const RETRY_DELAY_MS = MINUTE / 2;

/**
 * Makes this process one of several: limits and upload slots are shared through the primary, and background jobs run
 * here when the primary assigns them.
 * @returns handle of the background jobs, whether or not they run here
 */
export function joinPrimary(primary: PrimaryChannel): Pick<BackgroundJobs, "beginStop" | "stop"> {
  countInPrimary();
  shareUploadSlots(sharedUploadSlots(primary));
  forwardMailWakes(() => primary.tell({ type: "wake-mail" }));
  let jobs: BackgroundJobs | undefined;
  let retry: NodeJS.Timeout | undefined;
  let stopped: Promise<void> | undefined;
  const start = (siteStartedAt: number) => {
    if (jobs || stopped) return;
    try {
      jobs = startBackgroundJobs(siteStartedAt);
    } catch (error) {
      // For example a full disk: requests can still be handled, so this process stays.
      logJobFault(error, "background jobs did not start");
      retry = setTimeout(start, RETRY_DELAY_MS, siteStartedAt);
    }
  };
  primary.listen((message) => {
    if (message.type === "background") start(message.siteStartedAt ?? 0);
    else if (message.type === "wake-mail") wakeMailWorker();
    else if (message.type === "sweep") jobs?.sweepDead();
  });
  const stop = async () => {
    clearTimeout(retry);
    await jobs?.stop();
    primary.tell({ type: "background-over" });
  };
  return {
    // Stops all jobs at once: another worker takes over when they have ended.
    beginStop: () => void (stopped ??= stop()),
    stop: () => (stopped ??= stop()),
  };
}

/** Upload slots that the primary process holds for all workers; if it does not reply, the upload is refused. */
export function sharedUploadSlots(primary: PrimaryChannel): UploadSlots {
  let serial = 0;
  return {
    async take({ userId, bytes, signal, isPiece = false }) {
      if (signal?.aborted) throw brokenUpload();
      serial += 1;
      const slot = serial;
      let over = false;
      const release = () => {
        if (over) return;
        over = true;
        primary.tell({ type: "leave-slot", slot });
      };
      signal?.addEventListener("abort", release);
      try {
        const refusal = await primary.ask(
          "slot",
          { slot, personId: userId, bytes, piece: isPiece },
          SITE_SLOTS.timeoutMs + 5 * SECOND,
        );
        if (refusal) throw errorOf(refusal);
        if (over) throw brokenUpload();
        return { release, arrived: (bytes) => roomFor(primary, { slot, bytes }) };
      } catch (error) {
        release();
        if (error instanceof DomainError) throw error;
        log.error({ err: error }, "upload slots cannot be had");
        throw tooManyUploads();
      } finally {
        signal?.removeEventListener("abort", release);
      }
    },
  };
}

/** Has no timeout: it may be a while until the slot has room for more bytes. */
async function roomFor(primary: PrimaryChannel, question: PrimaryRequests["arrived"]["question"]): Promise<number> {
  const answer = await primary.ask("arrived", question, Number.POSITIVE_INFINITY);
  if ("room" in answer) return answer.room;
  throw errorOf(answer);
}

const errorOf = ({ code, message, retryAfter }: SlotRefusal) => new DomainError(code, message, {}, retryAfter);

import type { Counters } from "~/http/counters.server";
import { DomainError } from "~/lib/errors";
import { SECOND } from "~/lib/time";
import { log } from "~/services/log/log.server";
import { brokenUpload, SITE_SLOTS, tooManyUploads, type UploadSlots } from "~/services/uploads/slots.server";
import type { Primary } from "./link";

/** What a client is told to wait where the primary does not answer, ms. */
const UNKNOWN_WAIT = SECOND;

/**
 * Counters that the primary process holds for all workers. Where it does not answer, the try is refused for a second: a
 * limit that nobody counts is none.
 */
export function sharedCounters(primary: Primary): Counters {
  const orElse =
    <T>(answer: T) =>
    (error: unknown) => {
      log.error({ err: error }, "limits cannot be counted");
      return answer;
    };
  return {
    count: (counter, key) => primary.ask("count", { counter, key }).catch(orElse(UNKNOWN_WAIT)),
    giveBack: async (counter, key) => {
      await primary.ask("giveBack", { counter, key }).catch(orElse(null));
    },
    isUsedUp: (counter, key) => primary.ask("isUsedUp", { counter, key }).catch(orElse(true)),
  };
}

/** Upload slots that the primary process holds for all workers; where it does not answer, there is no room. */
export function sharedSlots(primary: Primary): UploadSlots {
  let serial = 0;
  return {
    async take({ personId, bytes, signal, piece = false }) {
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
        const refusal = await primary.ask("slot", { slot, personId, bytes, piece }, SITE_SLOTS.patience + 5 * SECOND);
        if (refusal) throw new DomainError(refusal.code, refusal.message, {}, refusal.retryAfter);
        if (over) throw brokenUpload();
        return release;
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

import { DomainError } from "~/lib/errors";
import { MAX_FILE_BYTES, MAX_FILES } from "~/lib/image-limits";

const SECOND = 1000;

interface Settings {
  /** Bytes that may be on their way at once in this process, all people together. */
  budget: number;
  /** How long somebody waits for their turn, ms. */
  patience: number;
}

interface Wanted {
  personId: number;
  /** What the request may bring, bytes. */
  bytes: number;
  /** Aborted where the client goes away, which gives up its place. */
  signal?: AbortSignal;
}

/** Ends an upload; may be repeated. */
export type Release = () => void;

export interface UploadSlots {
  /**
   * Waits until an upload may be read: one at a time for each person, so many bytes at a time for all. Who came first
   * is let in first; nobody waits for what only holds up somebody else.
   * @returns ends the upload
   * @throws DomainError rate_limited where its turn does not come in time
   */
  take(wanted: Wanted): Promise<Release>;
}

const ANOTHER_OF_YOURS = "Another upload of yours is still under way. Please try again when it is done.";
const TOO_MANY = "Too many photos are being uploaded right now. Please try again in a moment.";
const RETRY_AFTER = 10;

interface Waiting extends Wanted {
  enter(): void;
}

/** Upload slots that know nothing of any others; a process shares `uploadSlots`. */
export function makeUploadSlots({ budget, patience }: Settings): UploadSlots {
  const busy = new Set<number>();
  const queue: Waiting[] = [];
  let underWay = 0;

  const enter = ({ personId, bytes }: Wanted): Release => {
    busy.add(personId);
    underWay += bytes;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      busy.delete(personId);
      underWay -= bytes;
      letIn();
    };
  };
  // One that is larger than the whole budget goes alone, rather than never.
  const fits = (bytes: number) => underWay === 0 || underWay + bytes <= budget;
  const letIn = () => {
    for (const waiting of [...queue]) {
      if (busy.has(waiting.personId)) continue;
      // Whoever came later waits too, or a large one would wait for ever.
      if (!fits(waiting.bytes)) break;
      queue.splice(queue.indexOf(waiting), 1);
      waiting.enter();
    }
  };

  return {
    take(wanted) {
      return new Promise((resolve, reject) => {
        const leave = () => {
          clearTimeout(timer);
          wanted.signal?.removeEventListener("abort", goAway);
          const at = queue.indexOf(waiting);
          if (at >= 0) queue.splice(at, 1);
        };
        const refuse = (error: DomainError) => {
          leave();
          reject(error);
          letIn();
        };
        const goAway = () => refuse(new DomainError("invalid", "The upload broke off."));
        const waiting: Waiting = {
          ...wanted,
          enter: () => {
            leave();
            resolve(enter(wanted));
          },
        };
        const timer = setTimeout(() => {
          const message = busy.has(wanted.personId) ? ANOTHER_OF_YOURS : TOO_MANY;
          refuse(new DomainError("rate_limited", message, {}, RETRY_AFTER));
        }, patience);
        wanted.signal?.addEventListener("abort", goAway);
        queue.push(waiting);
        if (wanted.signal?.aborted) goAway();
        else letIn();
      });
    },
  };
}

/**
 * The process's own. Uploads go straight to the disk, so what is on its way takes little memory: the budget lets six
 * full ones come at once, and keeps a crowd from filling the disk with what is still to be looked at.
 */
export const uploadSlots = makeUploadSlots({
  budget: 6 * (MAX_FILES * MAX_FILE_BYTES + 1024 * 1024),
  patience: 10 * SECOND,
});

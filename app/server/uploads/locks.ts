import type { Lock, Locker } from "@tus/server";
import { DomainError } from "~/lib/errors";
import { SECOND } from "~/lib/time";

/** How long a request waits for another one of the same upload, ms: that one is told to end at once. */
const PATIENCE = 10 * SECOND;

interface Held {
  /** Tells the holder to end. */
  release(): void;
  /** Those who come next, in order. */
  waiting: (() => void)[];
}

/**
 * One request at a time for an upload of this process. Whoever comes later takes over: the earlier one may hang on a
 * connection that is dead. Requests that came to different processes are kept apart by `appendToUpload`.
 */
export class UploadLocks implements Locker {
  readonly #held = new Map<string, Held>();

  newLock(id: string): Lock {
    return { lock: (signal, release) => this.#lock(id, signal, release), unlock: async () => this.#unlock(id) };
  }

  async #lock(id: string, signal: AbortSignal, release: () => void): Promise<void> {
    const held = this.#held.get(id);
    if (held) {
      held.release();
      await this.#turn(held, signal);
      held.release = release;
    } else this.#held.set(id, { release, waiting: [] });
  }

  #turn(held: Held, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", giveUp);
      };
      const enter = () => {
        leave();
        resolve();
      };
      const giveUp = () => {
        leave();
        held.waiting.splice(held.waiting.indexOf(enter), 1);
        reject(new DomainError("conflict", "Another piece of this upload is still on its way. Please try again."));
      };
      const timer = setTimeout(giveUp, PATIENCE);
      signal.addEventListener("abort", giveUp);
      held.waiting.push(enter);
    });
  }

  #unlock(id: string): void {
    const held = this.#held.get(id);
    const next = held?.waiting.shift();
    if (next) next();
    else this.#held.delete(id);
  }
}

import { SECOND } from "~/lib/time";
import { randomFraction } from "~/lib/tokens.server";

// On globalThis, because a development server reloads modules while the worker goes on.
const holder = globalThis as { paddockMailWorker?: () => void };

/** The longest that the worker is kept waiting, ms. */
const LONGEST_WAIT = 2 * SECOND;

let waiting: NodeJS.Timeout | undefined;

/**
 * Tells the worker of this process, if there is one, to look at the outbox after the current transaction. At a random
 * moment of the next two seconds: what is rendered and sent, or not, must not be felt by the request that caused it,
 * nor by the one that comes after it.
 */
export function kickMailWorker(): void {
  if (waiting) return;
  const look = () => {
    waiting = undefined;
    holder.paddockMailWorker?.();
  };
  waiting = setTimeout(look, randomFraction() * LONGEST_WAIT).unref();
}

/** @returns takes it back */
export function onMailKick(look: () => void): () => void {
  holder.paddockMailWorker = look;
  return () => {
    if (holder.paddockMailWorker === look) holder.paddockMailWorker = undefined;
  };
}

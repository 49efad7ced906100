import { db } from "~/db/client.server";
import { mailOutbox } from "~/db/schema";
import { now, SECOND } from "~/lib/time";
import { randomFraction } from "~/lib/tokens.server";

/**
 * Adds a mail to the outbox, in the caller's transaction: it is sent soon after the commit, or not at all. It is
 * rendered when sent; the row never holds a secret.
 * @param kind names the renderer (features/<feature>/mails.server.ts)
 * @param recipient one bare address
 * @param payload what the renderer needs
 */
export function enqueueMail(kind: string, recipient: string, payload: Record<string, unknown> = {}): void {
  db().insert(mailOutbox).values({ kind, recipient, payload, nextAttemptAt: now(), createdAt: now() }).run();
  scheduleMailWake();
}

let wakeWorker: (() => void) | undefined;
let wakeOtherProcess: (() => void) | undefined;

/** Maximum delay of the worker, ms. */
const MAX_WAKE_DELAY_MS = 2 * SECOND;

let waiting: NodeJS.Timeout | undefined;

/**
 * Wakes the mail worker, in this process or another of the site, at a random moment within two seconds and after the
 * current transaction: the time that rendering and sending take must not show in the response to this request or the
 * next.
 */
function scheduleMailWake(): void {
  if (waiting) return;
  const look = () => {
    waiting = undefined;
    (wakeWorker ?? wakeOtherProcess)?.();
  };
  waiting = setTimeout(look, randomFraction() * MAX_WAKE_DELAY_MS).unref();
}

/** @returns unsubscribes */
export function onMailWake(look: () => void): () => void {
  wakeWorker = look;
  return () => {
    if (wakeWorker === look) wakeWorker = undefined;
  };
}

/** Wakes this process's worker, if any, at once: another process of the site has written a mail. */
export function wakeMailWorker(): void {
  wakeWorker?.();
}

/** Where this process has no mail worker, `pass` wakes the one of another process. */
export function forwardMailWakes(pass: () => void): void {
  wakeOtherProcess = pass;
}

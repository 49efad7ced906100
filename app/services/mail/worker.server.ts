import { setTimeout as pause } from "node:timers/promises";
import { HOUR, SECOND } from "~/lib/time";
import { logJobFault } from "~/services/log/faults.server";
import { deliverDueMails, type MailRenderers, sweepOutbox, type WorkerPhase } from "./delivery.server";
import { onMailKick } from "./kick.server";
import { type SendMail, sendMail } from "./transport.server";

/** Polling interval, ms: for retries, and mails of other processes. */
const POLL = 5 * SECOND;
/** How long stopping waits for a mail in progress, ms. */
const GRACE = 5 * SECOND;

/**
 * Delivers the outbox in the background: soon after a commit in this process, and by polling. Requests never wait for
 * it; a mail server that is down only delays mail.
 * @param renderers by kind of mail, of all features
 * @returns stops it: resolves when no mail is in progress, after 5 s at most (an interrupted mail is sent again later)
 */
export function startMailWorker(renderers: MailRenderers, send: SendMail = sendMail): () => Promise<void> {
  let phase: WorkerPhase = "running";
  let running: Promise<void> | undefined;
  let again = false;

  const round = async () => {
    try {
      do {
        again = false;
        await deliverDueMails(renderers, send, () => phase);
      } while (again && phase === "running");
    } catch (error) {
      logJobFault(error, "mail worker fault");
    }
    running = undefined;
  };
  const look = () => {
    if (phase !== "running") return;
    again = true;
    running ??= round();
  };

  const endKicks = onMailKick(look);
  const polling = setInterval(look, POLL);
  const sweeping = setInterval(sweep, HOUR);
  sweep();
  look();
  return async () => {
    phase = "stopping";
    endKicks();
    clearInterval(polling);
    clearInterval(sweeping);
    const cut = new AbortController();
    await Promise.race([running, pause(GRACE, undefined, { signal: cut.signal }).catch(() => undefined)]);
    cut.abort();
    phase = "closed";
  };
}

function sweep(): void {
  try {
    sweepOutbox();
  } catch (error) {
    logJobFault(error, "outbox sweep fault");
  }
}

import { db } from "~/db/client.server";
import { mailOutbox } from "~/db/schema";
import { now } from "~/lib/time";
import { kickMailWorker } from "./kick.server";

/**
 * Puts a mail into the outbox, in the caller's transaction: the mail is sent if and only if that is committed, and
 * soon after it. What it says is rendered when it is sent; the row never holds a secret.
 * @param kind names the renderer (features/<feature>/mails.server.ts)
 * @param recipient one bare address
 * @param payload what the renderer needs
 */
export function enqueueMail(kind: string, recipient: string, payload: Record<string, unknown> = {}): void {
  db().insert(mailOutbox).values({ kind, recipient, payload, nextAttemptAt: now(), createdAt: now() }).run();
  kickMailWorker();
}

import { db } from "~/db/client.server";
import { mailOutbox } from "~/db/schema";
import { now } from "~/lib/time";

/**
 * In the caller's transaction: sent soon after the commit, or not at all. Rendered when sent; the row never contains a
 * secret.
 * @param kind names the renderer (features/<feature>/mails.server.ts)
 * @param recipient one bare address
 */
export function enqueueMail(kind: string, recipient: string, payload: Record<string, unknown> = {}): void {
  db().insert(mailOutbox).values({ kind, recipient, payload, nextAttemptAt: now(), createdAt: now() }).run();
}

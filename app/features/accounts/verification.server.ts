import { and, eq, isNull } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { users } from "~/db/schema";
import { DomainError } from "~/lib/errors";
import { now } from "~/lib/time";
import { enqueueMail } from "~/services/mail/outbox.server";
import { findTokenOwner, voidMailTokens } from "./mail-tokens.server";
import { MAIL } from "./mails.server";
import { MESSAGES } from "./schema";

/** Whether a verification link would work now. Changes nothing, so that mail scanners may look. */
export function isVerificationAlive(token: string): boolean {
  return findTokenOwner(token, "verify-email") !== undefined;
}

/**
 * Verifies an account by the link that was mailed to it; the link, and every other one of that account, is used up.
 * @returns the person's id
 * @throws DomainError invalid with the catalogue's text where the link is wrong, used or older than 24 h
 */
export function verifyEmail(token: string): number {
  return transaction(() => {
    const userId = findTokenOwner(token, "verify-email");
    if (userId === undefined) throw new DomainError("invalid", MESSAGES.verificationFailed);
    markVerified(userId);
    voidMailTokens(userId, "verify-email");
    return userId;
  });
}

/** The person has read a mail that was sent to the account's address. */
export function markVerified(userId: number): void {
  db()
    .update(users)
    .set({ verifiedAt: now() })
    .where(and(eq(users.id, userId), isNull(users.verifiedAt)))
    .run();
}

/**
 * Mails a new link to an account that waits for its verification. Whether there is one is only looked at when the
 * mail is rendered, so that every address gets the same answer after the same work.
 * @returns the text to show
 */
export function resendVerification({ email }: { email: string }): string {
  transaction(() => enqueueMail(MAIL.verify, email));
  return MESSAGES.resent;
}

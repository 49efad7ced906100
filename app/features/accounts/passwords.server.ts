import { and, eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { users } from "~/db/schema";
import { isEmail } from "~/lib/email";
import { DomainError, invalidField } from "~/lib/errors";
import { log } from "~/services/log.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { findTokenOwner, voidMailTokens } from "./mail-tokens.server";
import { MAIL } from "./mails.server";
import { checkPassword, hashPassword } from "./password-hash.server";
import type { Viewer } from "./policy";
import { type ChangePasswordInput, MESSAGES, type ResetPasswordInput } from "./schema";
import { endSessionsOf } from "./sessions.server";
import { markVerified } from "./verification.server";

/**
 * Mails a link to choose a new password. Whether there is an account is only looked at when the mail is rendered, so
 * that every address gets the same answer after the same work, "even on error" (specification 8).
 * @returns the text to show
 */
export function requestPasswordReset({ email }: { email: string }): string {
  try {
    if (isEmail(email)) transaction(() => enqueueMail(MAIL.reset, email));
  } catch (error) {
    log.error({ err: error }, "password reset could not be queued");
  }
  return MESSAGES.resetRequested;
}

const refused = () => new DomainError("invalid", MESSAGES.resetFailed);

/**
 * Sets a new password by the link that was mailed. Every session of the person ends and every link is used up; who
 * has read the mail has also verified the address.
 * @param input checked before, so that a refused password does not cost the link
 * @returns the person's id
 * @throws DomainError invalid with the catalogue's text where the link is wrong, used or older than 1 h
 */
export async function resetPassword(token: string, { password }: ResetPasswordInput): Promise<number> {
  if (findTokenOwner(token, "reset-password") === undefined) throw refused();
  const passwordHash = await hashPassword(password);
  return transaction(() => {
    const userId = findTokenOwner(token, "reset-password");
    if (userId === undefined) throw refused();
    db().update(users).set({ passwordHash }).where(eq(users.id, userId)).run();
    markVerified(userId);
    voidMailTokens(userId);
    endSessionsOf(userId);
    return userId;
  });
}

const wrongPassword = () => invalidField("passwordCurrent", MESSAGES.currentPasswordWrong);

/**
 * Changes the viewer's password and tells them by mail. Every session of theirs ends, this one too: whoever asked gets a
 * new one (api.md, Calls: a new `token`, other sessions ended). Reset links that are still about are void.
 * @throws DomainError invalid at `passwordCurrent` for a wrong current password
 */
export async function changePassword(
  viewer: Viewer,
  { passwordCurrent, password }: ChangePasswordInput,
): Promise<void> {
  const user = db()
    .select({ email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, viewer.id))
    .get();
  if (!(await checkPassword(user?.passwordHash, passwordCurrent)) || !user) throw wrongPassword();
  const passwordHash = await hashPassword(password);
  transaction(() => {
    // Only where nobody was faster: two changes at once must not both count on the old password.
    const same = and(eq(users.id, viewer.id), eq(users.passwordHash, user.passwordHash));
    if (db().update(users).set({ passwordHash }).where(same).run().changes === 0) throw wrongPassword();
    voidMailTokens(viewer.id, "reset-password");
    endSessionsOf(viewer.id);
    enqueueMail(MAIL.passwordChanged, user.email);
  });
}

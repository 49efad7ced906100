import { and, eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { users } from "~/db/schema";
import { isEmail } from "~/lib/email";
import { DomainError, invalidField } from "~/lib/errors";
import { logJobFault } from "~/services/log/faults.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { refuseEasyPassword } from "./easy-passwords.server";
import { MESSAGES } from "./limits";
import { findTokenOwner, voidMailTokens } from "./mail-tokens.server";
import { MAIL } from "./mails.server";
import { checkPassword, hashPassword } from "./password-hash.server";
import type { Viewer } from "./policy";
import type { ChangePasswordInput, ChosenPassword } from "./schema.server";
import { endSessionsOf } from "./sessions.server";

/**
 * Mails a link to choose a new password. Whether there is an account is only looked at when the mail is rendered, so
 * that every address gets the same answer after the same work, even where something fails.
 * @returns the text to show
 */
export function requestPasswordReset({ email }: { email: string }): string {
  try {
    if (isEmail(email)) transaction(() => enqueueMail(MAIL.reset, email));
  } catch (error) {
    logJobFault(error, "password reset could not be queued");
  }
  return MESSAGES.resetRequested;
}

const refused = () => new DomainError("invalid", MESSAGES.resetFailed);

/**
 * Sets a new password by the link that was mailed, and tells the owner by mail. Every session of the person ends and
 * every link is used up.
 * @param chosen checked before; a refused password does not cost the link
 * @returns the person's id
 * @throws DomainError invalid with the catalogue's text where the link is wrong, used or older than 1 h; at `password`
 * where it is easy to guess
 */
export async function resetPassword(token: string, { password }: ChosenPassword): Promise<number> {
  const owner = getTokenOwner(token);
  await refuseEasyPassword(password, owner);
  const passwordHash = await hashPassword(password);
  return transaction(() => {
    const { id, email } = getTokenOwner(token);
    db().update(users).set({ passwordHash }).where(eq(users.id, id)).run();
    voidMailTokens(id);
    endSessionsOf(id);
    enqueueMail(MAIL.passwordReset, email);
    return id;
  });
}

function getTokenOwner(token: string) {
  const userId = findTokenOwner(token, "reset-password");
  const owner = userId === undefined ? undefined : findAccount(userId);
  if (!owner) throw refused();
  return owner;
}

function findAccount(userId: number) {
  return db()
    .select({ id: users.id, name: users.name, email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
    .get();
}

const wrongPassword = () => invalidField("passwordCurrent", MESSAGES.currentPasswordWrong);

/**
 * Changes the viewer's password and tells them by mail. Every session of theirs ends, this one too: whoever asked gets a
 * new one. Reset links that are still about are void.
 * @throws DomainError invalid at `passwordCurrent` for a wrong current password, at `password` for one easy to guess
 */
export async function changePassword(
  viewer: Viewer,
  { passwordCurrent, password }: ChangePasswordInput,
): Promise<void> {
  const user = findAccount(viewer.id);
  if (!(await checkPassword(user?.passwordHash, passwordCurrent)) || !user) throw wrongPassword();
  await refuseEasyPassword(password, user);
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

import { and, eq, gt, gte, isNotNull, isNull, lt } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { emailChanges, identities, passkeys, recoveryCodes, secondSteps, users } from "~/db/schema";
import { comparedEmail } from "~/lib/addresses.server";
import { DomainError, invalidField } from "~/lib/errors";
import { DAY, now } from "~/lib/time";
import { enqueueMail } from "~/services/mail/outbox.server";
import { EMAIL_MESSAGES, REAUTHENTICATION_MESSAGES, UNDO_TTL_MS } from "./limits";
import { ACCOUNT_MAIL } from "./mails.server";
import { deletePendingAccounts } from "./open-account.server";
import { checkPassword, NO_PASSWORD } from "./passwords.server";
import type { Viewer } from "./policy";
import { findAccount, getAccount } from "./queries.server";
import { isRefusedAddress } from "./registration/queries.server";
import type { ChangeEmailInput } from "./schema.server";
import { endUserSessions, findSessionId } from "./sessions.server";
import { createMailToken, type EmailChange, findEmailChange, revokeMailTokens } from "./tokens.server";

/**
 * Mails a link to the new address. Only the mail's renderer looks for another account with it.
 * @param canMail false if the address is over its mail limit
 * @returns the text to show
 * @throws DomainError invalid at `password` if wrong, at `email` if it is the current address
 */
export async function requestEmailChange(
  viewer: Viewer,
  sessionToken: string,
  { email, password }: ChangeEmailInput,
  canMail: () => Promise<boolean>,
): Promise<string> {
  const account = getAccount(viewer.id);
  if (!(await checkPassword(account.passwordHash, password))) throw wrongPassword();
  if (comparedEmail(email) === comparedEmail(account.email)) throw invalidField("email", EMAIL_MESSAGES.same);
  const isMailed = await canMail();
  transaction(() => {
    if (getAccount(viewer.id).passwordHash !== account.passwordHash) throw wrongPassword();
    const changeId = writeEmailChange(viewer.id, email, findSessionId(sessionToken));
    if (isMailed) enqueueMail(ACCOUNT_MAIL.confirmEmail, email, { changeId });
  });
  return EMAIL_MESSAGES.requested;
}

const wrongPassword = () => invalidField("password", REAUTHENTICATION_MESSAGES.wrong);

function writeEmailChange(userId: number, newEmail: string, sessionId?: number): number {
  db()
    .delete(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt)))
    .run();
  const { id } = db()
    .insert(emailChanges)
    .values({ userId, sessionId, oldEmail: getAccount(userId).email, newEmail, createdAt: now() })
    .returning({ id: emailChanges.id })
    .get();
  return id;
}

/** By an admin, in the caller's transaction. @throws DomainError invalid at `email` if an account has it */
export function requestEmailChangeFor(userId: number, email: string): void {
  if (comparedEmail(email) === comparedEmail(getAccount(userId).email))
    throw invalidField("email", EMAIL_MESSAGES.sameOfOther);
  if (findAccount(email)) throw invalidField("email", EMAIL_MESSAGES.takenByOther);
  enqueueMail(ACCOUNT_MAIL.confirmEmail, email, { changeId: writeEmailChange(userId, email) });
}

const isPendingOf = (userId: number) =>
  and(eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt), gt(emailChanges.createdAt, now() - DAY));

/** In the caller's transaction. @returns false if no address waits for confirmation */
export function resendEmailConfirmation(userId: number): boolean {
  const pending = db().select().from(emailChanges).where(isPendingOf(userId)).get();
  if (pending) enqueueMail(ACCOUNT_MAIL.confirmEmail, pending.newEmail, { changeId: pending.id });
  return pending !== undefined;
}

/** The new address, and the end of its time to be confirmed in ms; or null. */
export function findPendingEmail({ id }: { id: number }): { email: string; until: number } | null {
  const { newEmail: email, createdAt } = emailChanges;
  const pending = db().select({ email, createdAt }).from(emailChanges).where(isPendingOf(id)).get();
  return pending ? { email: pending.email, until: pending.createdAt + DAY } : null;
}

const invalid = (message: string) => new DomainError("invalid", message);

/** Undefined if the link is wrong, used or expired, or the address is refused or another account's. */
export function findRequestedChange(token: string): EmailChange | undefined {
  const change = findEmailChange(token, "confirm-email");
  if (!change || findAccount(change.newEmail) || isRefusedAddress(change.newEmail)) return undefined;
  const { email, active } = getAccount(change.userId);
  return active && email === change.oldEmail ? change : undefined;
}

/**
 * Mails the old address a link to undo it. Sessions end, but for the one that asked and the one that confirms.
 * @returns the user's id
 * @throws DomainError invalid if the link is wrong, used or older than 24 h, or the address is taken
 */
export function confirmEmailChange(token: string, sessionToken: string): number {
  return transaction(() => {
    const change = findRequestedChange(token);
    if (!change) throw invalid(EMAIL_MESSAGES.confirmFailed);
    const { id, userId, newEmail, oldEmail, sessionId } = change;
    db().update(users).set({ email: newEmail, mailRefusedAt: null }).where(eq(users.id, userId)).run();
    db().update(emailChanges).set({ confirmedAt: now() }).where(eq(emailChanges.id, id)).run();
    revokeMailTokens(userId);
    deletePendingAccounts(newEmail);
    endUserSessions(userId, sessionToken, sessionId);
    enqueueMail(ACCOUNT_MAIL.emailChanged, oldEmail, { changeId: id });
    return userId;
  });
}

/** Undefined if the link is wrong, used or expired. */
export const findUndoableChange = (token: string): EmailChange | undefined => findEmailChange(token, "undo-email");

/**
 * Restores the old address. All sessions, the password, later changes of address, and ways in and second step since a
 * week before end.
 * @returns the user's id, and the token of a link for a new password
 * @throws DomainError invalid if the link is wrong, used or older than 7 days; conflict if another account has the address
 */
export function undoEmailChange(token: string): { userId: number; resetToken: string } {
  return transaction(() => {
    const change = findUndoableChange(token);
    if (!change) throw invalid(EMAIL_MESSAGES.undoFailed);
    const { id, userId, oldEmail: email, createdAt } = change;
    const owner = findAccount(email);
    if (owner && owner.id !== userId) throw new DomainError("conflict", EMAIL_MESSAGES.undoTaken);
    db().update(users).set({ email, mailRefusedAt: null, passwordHash: NO_PASSWORD }).where(eq(users.id, userId)).run();
    db()
      .delete(emailChanges)
      .where(and(eq(emailChanges.userId, userId), gte(emailChanges.id, id)))
      .run();
    // An intruder may have added them, also before the change.
    const since = createdAt - UNDO_TTL_MS;
    for (const table of [identities, passkeys])
      db()
        .delete(table)
        .where(and(eq(table.userId, userId), gte(table.createdAt, since)))
        .run();
    const isRecent = and(eq(secondSteps.userId, userId), gte(secondSteps.confirmedAt, since));
    if (db().delete(secondSteps).where(isRecent).run().changes > 0)
      db().delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run();
    revokeMailTokens(userId);
    deletePendingAccounts(email);
    endUserSessions(userId);
    return { userId, resetToken: createMailToken(userId) };
  });
}

/** Those not confirmed in a day, and those that nobody can undo any more. */
export function sweepEmailChanges(): void {
  const { createdAt, confirmedAt } = emailChanges;
  db()
    .delete(emailChanges)
    .where(and(isNull(confirmedAt), lt(createdAt, now() - DAY)))
    .run();
  db()
    .delete(emailChanges)
    .where(and(isNotNull(confirmedAt), lt(confirmedAt, now() - UNDO_TTL_MS)))
    .run();
}

import { db, transaction } from "~/db/client.server";
import { signUps } from "~/db/schema";
import { DomainError } from "~/lib/errors";
import { now } from "~/lib/time";
import { hashToken, newToken } from "~/lib/tokens.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { ACCOUNT_MESSAGES } from "./limits";
import { ACCOUNT_MAIL } from "./mails.server";
import { hashPassword, refuseCommonPassword } from "./passwords.server";
import { admit, requireRegistration } from "./registration/admission.server";
import type { ChosenPassword, SignUpInput } from "./schema.server";
import { findSignUpByToken, type SignUpRow } from "./tokens.server";

/**
 * Stores a sign-up, beside others of the same address, and mails its link. Only the mail's renderer checks for an
 * account: every address costs the same work and time, and gets the same response.
 * @param mayMail called once the sign-up is certain: false if the address is over its mail limit; the rest is unchanged
 * @returns the text to show, and a handle by which the server recognizes the browser
 * @throws DomainError invalid at `password` if it is easy to guess; errors of `requireRegistration`
 */
export async function signUp(
  { name, email, password, invite = "", answer = "" }: SignUpInput,
  { mayMail: canMail = async () => true }: { mayMail?: () => Promise<boolean> } = {},
): Promise<{ message: string; handle: string }> {
  const admission = requireRegistration({ invite, answer });
  await refuseCommonPassword(password, { name, email });
  const passwordHash = await hashPassword(password);
  const handle = storeSignUp({ name, email, passwordHash, ...admission }, await canMail());
  return { message: ACCOUNT_MESSAGES.signedUp, handle };
}

/** @returns the browser's handle */
export function storeSignUp(signUp: Omit<typeof signUps.$inferInsert, "browserHash" | "createdAt">, isMailed: boolean) {
  const handle = newToken();
  transaction(() => {
    const signUpId = db()
      .insert(signUps)
      .values({ ...signUp, browserHash: hashToken(handle), createdAt: now() })
      .returning({ id: signUps.id })
      .get().id;
    if (isMailed) enqueueMail(ACCOUNT_MAIL.verify, signUp.email, { signUpId });
  });
  return handle;
}

type LinkState = "invalid" | "sameBrowser" | "otherBrowser";

/**
 * Changes nothing, so that mail scanners may open the link.
 * @param handles of the browser's sign-ups
 */
export function checkVerificationLink(token: string, handles: readonly string[] = []): LinkState {
  const signUp = findSignUpByToken(token);
  if (!signUp) return "invalid";
  return isOfBrowser(signUp, handles) ? "sameBrowser" : "otherBrowser";
}

const isOfBrowser = ({ browserHash }: SignUpRow, handles: readonly string[]) =>
  handles.some((handle) => hashToken(handle) === browserHash);

interface Verifying {
  /** Of the browser's sign-ups: another must not link the identity of whoever began. */
  handles?: readonly string[];
  /** Called in the transaction that creates an application. */
  applied?: () => void;
}

/**
 * Opens the account of a mailed link, or creates an application under approval. Deletes all other sign-ups of the
 * address.
 * @returns the user's id; null for a pending application
 * @throws DomainError invalid if the link is wrong, used or older than 24 h; forbidden if registration refuses it,
 *   which leaves the link valid
 */
export function verifyEmail(token: string, options: Verifying = {}): number | null {
  return transaction(() => enter(getLinkedSignUp(token), options));
}

/**
 * In another browser, the owner of the mailbox chooses the password.
 * @throws DomainError like `verifyEmail`; invalid at `password` if easy to guess, which leaves the link valid
 */
export async function verifyWithPassword(
  token: string,
  { password }: ChosenPassword,
  options: Verifying = {},
): Promise<number | null> {
  await refuseCommonPassword(password, getLinkedSignUp(token));
  const passwordHash = await hashPassword(password);
  return transaction(() => enter({ ...getLinkedSignUp(token), passwordHash }, options));
}

function enter(signUp: SignUpRow, { applied, handles = [] }: Verifying): number | null {
  const userId = admit(isOfBrowser(signUp, handles) ? signUp : { ...signUp, issuer: null, subject: null });
  if (userId === null) applied?.();
  return userId;
}

function getLinkedSignUp(token: string): SignUpRow {
  const signUp = findSignUpByToken(token);
  if (!signUp) throw new DomainError("invalid", ACCOUNT_MESSAGES.verificationFailed);
  return signUp;
}

/**
 * Only the mail's renderer looks for a sign-up, so that every address gets the same response after the same work.
 * @param handles of the browser's sign-ups
 * @returns the text to show
 */
export function resendVerification({ email }: { email: string }, handles: readonly string[] = []): string {
  enqueueMail(ACCOUNT_MAIL.verify, email, { browserHashes: handles.map(hashToken) });
  return ACCOUNT_MESSAGES.resent;
}

import { db, transaction } from "~/db/client.server";
import { signUps } from "~/db/schema";
import { DomainError } from "~/lib/errors";
import { now } from "~/lib/time";
import { hashToken, newToken } from "~/lib/tokens.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { checkAtDoor, letIn } from "./door/admission.server";
import { ACCOUNT_MESSAGES } from "./limits";
import { ACCOUNT_MAIL } from "./mails.server";
import { hashPassword, refuseCommonPassword } from "./passwords.server";
import type { ChosenPassword, SignUpInput } from "./schema.server";
import { findSignUpByToken, type SignUpRow } from "./tokens.server";

/**
 * Writes a sign-up down, beside any other of the same address, and mails its link. Whether the address has an account is
 * only looked at when the mail is rendered: every address costs the same work and the same time, and gets the same answer.
 * @param mayMail asked once the sign-up is sure to be: false where the address has had its share, and nothing else changes
 * @returns the text to show, and the handle by which the browser that signed up is known again
 * @throws DomainError invalid at `password` where it is easy to guess; what `checkAtDoor` throws
 */
export async function signUp(
  { name, email, password, invite = "", answer = "" }: SignUpInput,
  { mayMail: canMail = async () => true }: { mayMail?: () => Promise<boolean> } = {},
): Promise<{ message: string; handle: string }> {
  const atDoor = checkAtDoor({ invite, answer });
  await refuseCommonPassword(password, { name, email });
  const passwordHash = await hashPassword(password);
  const mail = await canMail();
  const handle = newToken();
  transaction(() => {
    const signUpId = db()
      .insert(signUps)
      .values({ browserHash: hashToken(handle), name, email, passwordHash, ...atDoor, createdAt: now() })
      .returning({ id: signUps.id })
      .get().id;
    if (mail) enqueueMail(ACCOUNT_MAIL.verify, email, { signUpId });
  });
  return { message: ACCOUNT_MESSAGES.signedUp, handle };
}

/** What a verification link is: dead, opened in the browser that signed up, or in another one. */
type LinkState = "invalid" | "sameBrowser" | "otherBrowser";

/**
 * Looks at a verification link. Changes nothing, so that mail scanners may look.
 * @param handles of the sign-ups that the browser made
 */
export function checkVerificationLink(token: string, handles: readonly string[] = []): LinkState {
  const signUp = findSignUpByToken(token);
  if (!signUp) return "invalid";
  return handles.some((handle) => hashToken(handle) === signUp.browserHash) ? "sameBrowser" : "otherBrowser";
}

/** What else happens as an address is verified. */
interface Verifying {
  /** Called in the transaction in which an application begins to wait. */
  applied?: () => void;
}

/**
 * Opens the account of a sign-up, by its mailed link; or, where the door requires it, leaves an application. Every
 * other sign-up of the address is deleted with its links.
 * @returns the user's id; null where an application waits
 * @throws DomainError invalid with the catalogue's text where the link is wrong, used or older than 24 h; forbidden
 * where the door lets nobody in, which leaves the link valid
 */
export function verifyEmail(token: string, how: Verifying = {}): number | null {
  return transaction(() => enter(getLinkedSignUp(token), how));
}

/**
 * The same in a browser that is not the one that signed up: whoever holds the mailbox decides the password.
 * @param chosen the sign-up's or another one
 * @throws DomainError like `verifyEmail`; invalid at `password` where it is easy to guess, which leaves the link alive
 */
export async function verifyWithPassword(
  token: string,
  { password }: ChosenPassword,
  how: Verifying = {},
): Promise<number | null> {
  await refuseCommonPassword(password, getLinkedSignUp(token));
  const passwordHash = await hashPassword(password);
  return transaction(() => enter({ ...getLinkedSignUp(token), passwordHash }, how));
}

function enter(signUp: SignUpRow, { applied }: Verifying): number | null {
  const userId = letIn(signUp);
  if (userId === null) applied?.();
  return userId;
}

function getLinkedSignUp(token: string): SignUpRow {
  const signUp = findSignUpByToken(token);
  if (!signUp) throw new DomainError("invalid", ACCOUNT_MESSAGES.verificationFailed);
  return signUp;
}

/**
 * Mails a new link to an address that waits for its verification. Whether it does is only looked at when the mail is
 * rendered, so that every address gets the same answer after the same work.
 * @param handles of the sign-ups that the browser made which asks
 * @returns the text to show
 */
export function resendVerification({ email }: { email: string }, handles: readonly string[] = []): string {
  enqueueMail(ACCOUNT_MAIL.verify, email, { browserHashes: handles.map(hashToken) });
  return ACCOUNT_MESSAGES.resent;
}

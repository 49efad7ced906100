import { eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { signUps, users } from "~/db/schema";
import { DomainError } from "~/lib/errors";
import { fold } from "~/lib/text";
import { now } from "~/lib/time";
import { hashToken } from "~/lib/tokens.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { refuseEasyPassword } from "./easy-passwords.server";
import { MESSAGES } from "./limits";
import { MAIL } from "./mails.server";
import { hashPassword } from "./password-hash.server";
import type { ChosenPassword } from "./schema.server";
import { findLinkedSignUp, type SignUpRow } from "./sign-up-tokens.server";

/** What a verification link is: dead, opened in the browser that signed up, or in another one. */
export type LinkState = "dead" | "here" | "elsewhere";

/**
 * Looks at a verification link. Changes nothing, so that mail scanners may look.
 * @param handles of the sign-ups that the browser made
 */
export function lookAtLink(token: string, handles: readonly string[] = []): LinkState {
  const signUp = findLinkedSignUp(token);
  if (!signUp) return "dead";
  return handles.some((handle) => hashToken(handle) === signUp.browserHash) ? "here" : "elsewhere";
}

/**
 * Opens the account that somebody signed up for, by the link that was mailed. Every other sign-up of the address dies
 * with its links.
 * @returns the person's id
 * @throws DomainError invalid with the catalogue's text where the link is wrong, used or older than 24 h
 */
export function verifyEmail(token: string): number {
  return transaction(() => openAccount(getLinkedSignUp(token)));
}

/**
 * The same in a browser that is not the one that signed up: whoever holds the mailbox decides the password.
 * @param chosen the sign-up's or another one
 * @throws DomainError like `verifyEmail`; invalid at `password` where it is easy to guess, which leaves the link alive
 */
export async function verifyWithPassword(token: string, { password }: ChosenPassword): Promise<number> {
  await refuseEasyPassword(password, getLinkedSignUp(token));
  const passwordHash = await hashPassword(password);
  return transaction(() => openAccount({ ...getLinkedSignUp(token), passwordHash }));
}

function getLinkedSignUp(token: string): SignUpRow {
  const signUp = findLinkedSignUp(token);
  if (!signUp) throw new DomainError("invalid", MESSAGES.verificationFailed);
  return signUp;
}

function openAccount({ name, email, passwordHash }: SignUpRow): number {
  const times = { verifiedAt: now(), createdAt: now() };
  const { id } = db()
    .insert(users)
    .values({ name, nameFolded: fold(name), email, passwordHash, ...times })
    .returning({ id: users.id })
    .get();
  db().delete(signUps).where(eq(signUps.email, email)).run();
  return id;
}

/**
 * Mails a new link to an address that waits for its verification. Whether it does is only looked at when the mail is
 * rendered, so that every address gets the same answer after the same work.
 * @param handles of the sign-ups that the browser made which asks
 * @returns the text to show
 */
export function resendVerification({ email }: { email: string }, handles: readonly string[] = []): string {
  enqueueMail(MAIL.verify, email, { browserHashes: handles.map(hashToken) });
  return MESSAGES.resent;
}

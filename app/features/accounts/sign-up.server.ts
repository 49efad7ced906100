import { db, transaction } from "~/db/client.server";
import { signUps } from "~/db/schema";
import { now } from "~/lib/time";
import { hashToken, newToken } from "~/lib/tokens.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { refuseEasyPassword } from "./easy-passwords.server";
import { MESSAGES } from "./limits";
import { MAIL } from "./mails.server";
import { hashPassword } from "./password-hash.server";
import type { SignUpInput } from "./schema.server";

/**
 * Writes a sign-up down, beside any other of the same address, and mails its link. Whether the address has an account is
 * only looked at when the mail is rendered: every address costs the same work and the same time, and gets the same answer.
 * @param mayMail asked once the sign-up is sure to be: false where the address has had its share, and nothing else changes
 * @returns the text to show, and the handle by which the browser that signed up is known again
 * @throws DomainError invalid at `password` where it is easy to guess
 */
export async function signUp(
  { name, email, password }: SignUpInput,
  { mayMail = async () => true }: { mayMail?: () => Promise<boolean> } = {},
): Promise<{ message: string; handle: string }> {
  await refuseEasyPassword(password, { name, email });
  const passwordHash = await hashPassword(password);
  const mail = await mayMail();
  const handle = newToken();
  transaction(() => {
    const signUpId = db()
      .insert(signUps)
      .values({ browserHash: hashToken(handle), name, email, passwordHash, createdAt: now() })
      .returning({ id: signUps.id })
      .get().id;
    if (mail) enqueueMail(MAIL.verify, email, { signUpId });
  });
  return { message: MESSAGES.signedUp, handle };
}

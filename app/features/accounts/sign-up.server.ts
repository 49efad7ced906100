import { and, eq, isNull } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { mailOutbox, users } from "~/db/schema";
import { fold } from "~/lib/text";
import { now } from "~/lib/time";
import { enqueueMail } from "~/services/mail/outbox.server";
import { voidMailTokens } from "./mail-tokens.server";
import { MAIL } from "./mails.server";
import { hashPassword } from "./password-hash.server";
import { MESSAGES, type SignUpInput } from "./schema";

/**
 * Opens an account, or, where the address has one, says so to its owner by mail only: same answer, same work, same
 * time (decisions, Identity and sessions). As long as an address is not verified, the newest sign-up counts.
 * @returns the text to show
 */
export async function signUp({ name, email, password }: SignUpInput): Promise<string> {
  const passwordHash = await hashPassword(password);
  const person = { name, nameFolded: fold(name), passwordHash };
  transaction(() => {
    const known = db()
      .select({ id: users.id, verifiedAt: users.verifiedAt })
      .from(users)
      .where(eq(users.email, email))
      .get();
    if (known && known.verifiedAt !== null) return enqueueMail(MAIL.alreadyMember, email);
    if (known) replaceUnverified(known.id, email, person);
    else
      db()
        .insert(users)
        .values({ ...person, email, createdAt: now() })
        .run();
    enqueueMail(MAIL.verify, email);
  });
  return MESSAGES.signedUp;
}

/** Links that were sent, or are about to be, for what stood there before must not open the new account. */
function replaceUnverified(userId: number, email: string, person: { name: string; passwordHash: string }): void {
  db().update(users).set(person).where(eq(users.id, userId)).run();
  voidMailTokens(userId);
  db()
    .delete(mailOutbox)
    .where(and(eq(mailOutbox.recipient, email), eq(mailOutbox.kind, MAIL.verify), isNull(mailOutbox.sentAt)))
    .run();
}

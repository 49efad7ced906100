import { inArray } from "drizzle-orm";
import { db } from "~/db/client.server";
import { applications, identities, signUps, users } from "~/db/schema";
import { emailForms } from "~/lib/addresses.server";
import { fold } from "~/lib/text";
import { now } from "~/lib/time";

interface Newcomer {
  name: string;
  email: string;
  passwordHash: string;
  /** Invited or accepted by staff. */
  isTrusted: boolean;
  issuer?: string | null;
  subject?: string | null;
}

/**
 * For a verified address, in the caller's transaction. Deletes its sign-ups with their links, and its application.
 * Links the identity, unless another account has it.
 * @returns the user's id
 */
export function openAccount({ name, email, passwordHash, isTrusted, issuer, subject }: Newcomer): number {
  const times = { verifiedAt: now(), createdAt: now() };
  const { id } = db()
    .insert(users)
    .values({ name, nameFolded: fold(name), email, passwordHash, trusted: isTrusted, ...times })
    .returning({ id: users.id })
    .get();
  if (issuer && subject)
    db().insert(identities).values({ userId: id, issuer, subject, createdAt: now() }).onConflictDoNothing().run();
  deletePendingAccounts(email);
  return id;
}

/** Sign-ups, and the application. */
export function deletePendingAccounts(email: string): void {
  db()
    .delete(signUps)
    .where(inArray(signUps.email, emailForms(email)))
    .run();
  db()
    .delete(applications)
    .where(inArray(applications.email, emailForms(email)))
    .run();
}

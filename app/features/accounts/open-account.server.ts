import { inArray } from "drizzle-orm";
import { db } from "~/db/client.server";
import { applications, signUps, users } from "~/db/schema";
import { emailForms } from "~/lib/addresses.server";
import { fold } from "~/lib/text";
import { now } from "~/lib/time";

interface Newcomer {
  name: string;
  email: string;
  passwordHash: string;
  /** Invited or accepted by staff. */
  isTrusted: boolean;
}

/**
 * For a verified address, in the caller's transaction. Deletes its sign-ups with their links, and its application.
 * @returns the user's id
 */
export function openAccount({ name, email, passwordHash, isTrusted }: Newcomer): number {
  const times = { verifiedAt: now(), createdAt: now() };
  const { id } = db()
    .insert(users)
    .values({ name, nameFolded: fold(name), email, passwordHash, trusted: isTrusted, ...times })
    .returning({ id: users.id })
    .get();
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

import { and, eq, gt } from "drizzle-orm";
import { db } from "~/db/client.server";
import { sessions, users } from "~/db/schema";
import { DomainError } from "~/lib/errors";
import { MINUTE, now } from "~/lib/time";
import { hashToken } from "~/lib/tokens.server";
import { checkPassword } from "./password-hash.server";
import type { Viewer } from "./policy";
import { AGAIN_MESSAGES } from "./second-step-limits";

/** How long after the password was shown nobody asks for it again, ms. */
const FRESH = 15 * MINUTE;

const refused = (message: string) => new DomainError("forbidden", message, { password: [message] });

/** Whether the person of this session has shown their password within the last 15 minutes. */
export function isLoginFresh(sessionToken: string): boolean {
  const fresh = and(eq(sessions.tokenHash, hashToken(sessionToken)), gt(sessions.authenticatedAt, now() - FRESH));
  return db().select({ id: sessions.id }).from(sessions).where(fresh).get() !== undefined;
}

/**
 * Asks for the password before what cannot be undone, unless the login is fresh. A right one makes it fresh.
 * @param password as it was typed, where it was
 * @throws DomainError forbidden at `password` where it is missing or wrong
 */
export async function requireFreshLogin(viewer: Viewer, sessionToken: string, password?: string): Promise<void> {
  if (isLoginFresh(sessionToken)) return;
  if (!password) throw refused(AGAIN_MESSAGES.required);
  const user = db().select({ hash: users.passwordHash }).from(users).where(eq(users.id, viewer.id)).get();
  if (!(await checkPassword(user?.hash, password))) throw refused(AGAIN_MESSAGES.wrong);
  db()
    .update(sessions)
    .set({ authenticatedAt: now() })
    .where(and(eq(sessions.tokenHash, hashToken(sessionToken)), eq(sessions.userId, viewer.id)))
    .run();
}

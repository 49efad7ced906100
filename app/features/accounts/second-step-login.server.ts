import { and, eq, isNotNull } from "drizzle-orm";
import { db } from "~/db/client.server";
import { users } from "~/db/schema";
import { hashToken } from "~/lib/tokens.server";
import { findTokenOwner } from "./mail-tokens.server";
import { isSecondStepOn } from "./second-step-queries.server";

/** A login that has shown its password and waits for the code. */
export interface PausedLogin {
  userId: number;
  /** Of the password that was shown: another one takes the login back. */
  fingerprint: string;
}

/** @returns null where the password is enough */
export function pauseLogin(userId: number): PausedLogin | null {
  const fingerprint = isSecondStepOn(userId) ? passwordFingerprint(userId) : undefined;
  return fingerprint === undefined ? null : { userId, fingerprint };
}

/** Whether a paused login may still go on: same password, account in use, second step on. */
export function isLoginAlive({ userId, fingerprint }: PausedLogin): boolean {
  return isSecondStepOn(userId) && passwordFingerprint(userId) === fingerprint;
}

/** Tells one password from another without giving its hash away; undefined where nobody may log in. */
function passwordFingerprint(userId: number): string | undefined {
  const mayLogIn = and(eq(users.id, userId), eq(users.active, true), isNotNull(users.verifiedAt));
  const user = db().select({ passwordHash: users.passwordHash }).from(users).where(mayLogIn).get();
  return user && hashToken(user.passwordHash).slice(0, 32);
}

/** Whose password a live reset link changes; undefined for a dead one. */
export function ownerOfResetLink(token: string): number | undefined {
  return findTokenOwner(token, "reset-password");
}

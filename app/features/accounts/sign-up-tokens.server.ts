import { and, desc, eq, gt, inArray, lt } from "drizzle-orm";
import { db } from "~/db/client.server";
import { signUps, signUpTokens } from "~/db/schema";
import { DAY, now } from "~/lib/time";
import { hashToken, newToken } from "~/lib/tokens.server";

/** How long the link of a mail is good for, ms. */
const LINK_LIFETIME = DAY;
/** How long a sign-up waits for its verification, ms. */
const WAITS = 7 * DAY;

export type SignUpRow = typeof signUps.$inferSelect;

/**
 * Makes the token of a mail link, at the moment the mail is rendered. The database keeps its hash only.
 * @returns the clear token
 */
export function createSignUpToken(signUpId: number): string {
  const token = newToken();
  const createdAt = now();
  db()
    .insert(signUpTokens)
    .values({ signUpId, tokenHash: hashToken(token), createdAt, expiresAt: createdAt + LINK_LIFETIME })
    .run();
  return token;
}

/** The sign-up that a live link belongs to; undefined where it is wrong, used or expired, or the address has an account. */
export function findLinkedSignUp(token: string): SignUpRow | undefined {
  const row = db()
    .select({ signUp: signUps })
    .from(signUpTokens)
    .innerJoin(signUps, eq(signUps.id, signUpTokens.signUpId))
    .where(and(eq(signUpTokens.tokenHash, hashToken(token)), gt(signUpTokens.expiresAt, now())))
    .get();
  return row && !hasAccount(row.signUp.email) ? row.signUp : undefined;
}

function hasAccount(email: string): boolean {
  const account = db()
    .query.users.findFirst({ where: (users, { eq }) => eq(users.email, email), columns: { id: true } })
    .sync();
  return account !== undefined;
}

/**
 * The sign-up that a new link is for: the newest one of these browsers, else the newest one of the address.
 * @param browserHashes of the handles that the browser holds which asked
 */
export function findWaitingSignUp(email: string, browserHashes: readonly string[]): SignUpRow | undefined {
  const newest = (own: readonly string[]) =>
    db()
      .select()
      .from(signUps)
      .where(and(eq(signUps.email, email), own.length > 0 ? inArray(signUps.browserHash, [...own]) : undefined))
      .orderBy(desc(signUps.id))
      .limit(1)
      .get();
  return (browserHashes.length > 0 ? newest(browserHashes) : undefined) ?? newest([]);
}

/** Housekeeping: sign-ups that nobody verified, and links that nobody can use any more. */
export function sweepSignUps(): void {
  db()
    .delete(signUps)
    .where(lt(signUps.createdAt, now() - WAITS))
    .run();
  db().delete(signUpTokens).where(lt(signUpTokens.expiresAt, now())).run();
}

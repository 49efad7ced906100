import { and, desc, eq, gt, inArray, isNull, lt, ne } from "drizzle-orm";
import { db } from "~/db/client.server";
import { emailChanges, mailTokens, signUps, signUpTokens, users } from "~/db/schema";
import { emailForms } from "~/lib/addresses.server";
import { DAY, HOUR, now } from "~/lib/time";
import { hashToken, newToken } from "~/lib/tokens.server";
import { SIGN_UP_TTL_MS } from "./limits";
import { findAccount } from "./queries.server";
import { isRefusedAddress } from "./registration/queries.server";

export type EmailChange = typeof emailChanges.$inferSelect;

/** ms. */
const RESET_TTL_MS = HOUR;
/** Of a verification link, ms. */
const LINK_TTL_MS = DAY;

/** The database stores only the hash. */
function makeToken(lifetime: number) {
  const token = newToken();
  const createdAt = now();
  return { token, columns: { tokenHash: hashToken(token), createdAt, expiresAt: createdAt + lifetime } };
}

const RESET = "reset-password";

/** @returns the clear token */
export function createMailToken(userId: number): string {
  const { token, columns } = makeToken(RESET_TTL_MS);
  db()
    .insert(mailTokens)
    .values({ userId, purpose: RESET, ...columns })
    .run();
  return token;
}

type EmailPurpose = "confirm-email" | "undo-email";

/** @returns the clear token */
export function createEmailToken(purpose: EmailPurpose, change: EmailChange, lifetime: number): string {
  const { token, columns } = makeToken(lifetime);
  const { id: emailChangeId, userId } = change;
  db()
    .insert(mailTokens)
    .values({ userId, emailChangeId, purpose, ...columns })
    .run();
  return token;
}

/** Undefined if the link is wrong, used or expired. */
export function findEmailChange(token: string, purpose: EmailPurpose): EmailChange | undefined {
  return db()
    .select({ change: emailChanges })
    .from(mailTokens)
    .innerJoin(emailChanges, eq(emailChanges.id, mailTokens.emailChangeId))
    .where(
      and(eq(mailTokens.tokenHash, hashToken(token)), eq(mailTokens.purpose, purpose), gt(mailTokens.expiresAt, now())),
    )
    .get()?.change;
}

/** Undefined if the link is wrong, used or expired, or the account is deactivated. */
export function findTokenUser(token: string): number | undefined {
  const row = db()
    .select({ userId: mailTokens.userId })
    .from(mailTokens)
    .innerJoin(users, eq(users.id, mailTokens.userId))
    .where(
      and(
        eq(mailTokens.tokenHash, hashToken(token)),
        eq(mailTokens.purpose, RESET),
        gt(mailTokens.expiresAt, now()),
        eq(users.active, true),
      ),
    )
    .get();
  return row?.userId;
}

/** And a change of address that waits. Not links that undo one: an intruder must not get rid of them. */
export function revokeMailTokens(userId: number): void {
  db()
    .delete(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt)))
    .run();
  db()
    .delete(mailTokens)
    .where(and(eq(mailTokens.userId, userId), ne(mailTokens.purpose, "undo-email")))
    .run();
}

export function sweepMailTokens(): void {
  db().delete(mailTokens).where(lt(mailTokens.expiresAt, now())).run();
}

export type SignUpRow = typeof signUps.$inferSelect;

/** @returns the clear token */
export function createSignUpToken(signUpId: number): string {
  const { token, columns } = makeToken(LINK_TTL_MS);
  db()
    .insert(signUpTokens)
    .values({ signUpId, ...columns })
    .run();
  return token;
}

/** Undefined if the link is wrong, used or expired, or the address has an account or is refused. */
export function findSignUpByToken(token: string): SignUpRow | undefined {
  const row = db()
    .select({ signUp: signUps })
    .from(signUpTokens)
    .innerJoin(signUps, eq(signUps.id, signUpTokens.signUpId))
    .where(and(eq(signUpTokens.tokenHash, hashToken(token)), gt(signUpTokens.expiresAt, now())))
    .get();
  if (!row || findAccount(row.signUp.email) || isRefusedAddress(row.signUp.email)) return undefined;
  return row.signUp;
}

/**
 * The newest of these browsers, else the newest of the address.
 * @param browserHashes hashes of the browser's handles
 */
export function findPendingSignUp(email: string, browserHashes: readonly string[]): SignUpRow | undefined {
  const newest = (hashes: readonly string[]) =>
    db()
      .select()
      .from(signUps)
      .where(
        and(
          inArray(signUps.email, emailForms(email)),
          hashes.length > 0 ? inArray(signUps.browserHash, [...hashes]) : undefined,
        ),
      )
      .orderBy(desc(signUps.id))
      .limit(1)
      .get();
  return (browserHashes.length > 0 ? newest(browserHashes) : undefined) ?? newest([]);
}

/** Those not verified in time, and expired links. */
export function sweepSignUps(): void {
  db()
    .delete(signUps)
    .where(lt(signUps.createdAt, now() - SIGN_UP_TTL_MS))
    .run();
  db().delete(signUpTokens).where(lt(signUpTokens.expiresAt, now())).run();
}

import { and, eq, gt, lt } from "drizzle-orm";
import { db } from "~/db/client.server";
import { mailTokens, users } from "~/db/schema";
import { HOUR, now } from "~/lib/time";
import { hashToken, newToken } from "~/lib/tokens.server";

export type TokenPurpose = (typeof mailTokens.$inferSelect)["purpose"];

/** How long a link in a mail is good for, ms. */
const LIFETIME: Record<TokenPurpose, number> = { "reset-password": HOUR };

/**
 * Makes the token of a mail link, at the moment the mail is rendered. The database keeps its hash only.
 * @returns the clear token
 */
export function createMailToken(userId: number, purpose: TokenPurpose): string {
  const token = newToken();
  const createdAt = now();
  db()
    .insert(mailTokens)
    .values({ userId, purpose, tokenHash: hashToken(token), createdAt, expiresAt: createdAt + LIFETIME[purpose] })
    .run();
  return token;
}

/** The person a live link belongs to; undefined where it is wrong, used, expired, or its account deactivated. */
export function findTokenOwner(token: string, purpose: TokenPurpose): number | undefined {
  const row = db()
    .select({ userId: mailTokens.userId })
    .from(mailTokens)
    .innerJoin(users, eq(users.id, mailTokens.userId))
    .where(
      and(
        eq(mailTokens.tokenHash, hashToken(token)),
        eq(mailTokens.purpose, purpose),
        gt(mailTokens.expiresAt, now()),
        eq(users.active, true),
      ),
    )
    .get();
  return row?.userId;
}

/** Makes a person's links worthless: those of one purpose, or all. */
export function voidMailTokens(userId: number, purpose?: TokenPurpose): void {
  const which = purpose === undefined ? undefined : eq(mailTokens.purpose, purpose);
  db()
    .delete(mailTokens)
    .where(and(eq(mailTokens.userId, userId), which))
    .run();
}

/** Housekeeping: links that nobody can use any more. */
export function sweepMailTokens(): void {
  db().delete(mailTokens).where(lt(mailTokens.expiresAt, now())).run();
}

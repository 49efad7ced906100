import { asc, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { identities, passkeys } from "~/db/schema";
import { DomainError } from "~/lib/errors";
import { WAYS_IN_MESSAGES } from "./limits";
import { NO_PASSWORD } from "./passwords.server";
import { getAccount } from "./queries.server";

export type WaysIn = ReturnType<typeof listWaysIn>;

/** Password, identities at providers, passkeys; oldest first. */
export function listWaysIn(userId: number) {
  const { id: identityId, issuer, createdAt, lastUsedAt } = identities;
  const { id: passkeyId, name } = passkeys;
  const ofPasskey = { id: passkeyId, name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt };
  return {
    hasPassword: hasPassword(userId),
    identities: db()
      .select({ id: identityId, issuer, createdAt, lastUsedAt })
      .from(identities)
      .where(eq(identities.userId, userId))
      .orderBy(asc(identityId))
      .all(),
    passkeys: db().select(ofPasskey).from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeyId)).all(),
  };
}

export const hasPassword = (userId: number): boolean => getAccount(userId).passwordHash !== NO_PASSWORD;

/** @throws DomainError conflict if the user has only one way in */
export function requireAnotherWayIn(userId: number): void {
  const { hasPassword: password, identities: linked, passkeys: keys } = listWaysIn(userId);
  if (Number(password) + linked.length + keys.length < 2) throw new DomainError("conflict", WAYS_IN_MESSAGES.last);
}

import { and, asc, eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { identities, passkeys } from "~/db/schema";
import { env } from "~/env.server";
import { DomainError } from "~/lib/errors";
import { COMMAND_LINE, recordAdminAction } from "~/services/log/audit-log.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { getUserByEmail } from "./admins.server";
import { WAYS_IN_MESSAGES } from "./limits";
import { ACCOUNT_MAIL } from "./mails.server";
import { NO_PASSWORD } from "./passwords.server";
import { getAccount } from "./queries.server";
import { endUserSessions } from "./sessions.server";

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
      .all()
      .map((row) => ({ ...row, isCurrent: isCurrent(row.issuer) })),
    passkeys: db().select(ofPasskey).from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeyId)).all(),
  };
}

/** Providers differ from their setting by a slash. */
const isCurrent = (issuer: string): boolean => env().provider?.issuer.replace(/\/$/, "") === issuer.replace(/\/$/, "");

export const hasPassword = (userId: number): boolean => getAccount(userId).passwordHash !== NO_PASSWORD;

/**
 * After a removal, in its transaction.
 * @throws DomainError conflict if no way in is left
 */
export function requireWayIn(userId: number): void {
  const { hasPassword: password, identities: linked, passkeys: keys } = listWaysIn(userId);
  if (!password && !linked.some(({ isCurrent }) => isCurrent) && keys.length === 0)
    throw new DomainError("conflict", WAYS_IN_MESSAGES.last);
}

export const REMOVABLE = { identity: identities, passkey: passkeys } as const;

/**
 * For the operator, also the last one; logged. All sessions end.
 * @returns the ways in that are left
 * @throws DomainError not_found
 */
export function removeWayIn(email: string, kind: keyof typeof REMOVABLE, id: number): WaysIn {
  return transaction(() => {
    const { id: userId, email: address } = getUserByEmail(email);
    const table = REMOVABLE[kind];
    const isIt = and(eq(table.id, id), eq(table.userId, userId));
    const row = db().delete(table).where(isIt).returning().get();
    if (!row) throw new DomainError("not_found", `${address} has no ${kind}:${id}.`);
    endUserSessions(userId);
    const change = { before: { [kind]: id }, after: {} };
    recordAdminAction(COMMAND_LINE, {
      action: "user.remove-way-in",
      subjectType: "user",
      subjectId: userId,
      ...change,
    });
    if ("name" in row) enqueueMail(ACCOUNT_MAIL.passkeyRemoved, address, { name: row.name });
    else enqueueMail(ACCOUNT_MAIL.identityUnlinked, address);
    return listWaysIn(userId);
  });
}

import { asc, eq, inArray } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { emailChanges, mailTokens, sessions, users } from "~/db/schema";
import { publicUrl } from "~/env.server";
import { normalizeEmail } from "~/lib/addresses.server";
import { decode } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import { type Actor, COMMAND_LINE, recordAdminAction } from "~/services/log/audit-log.server";
import { removeSetupToken } from "~/services/site/setup-token.server";
import { enqueueAdminNotice } from "./mails.server";
import { openAccount } from "./open-account.server";
import { NO_PASSWORD } from "./passwords.server";
import {
  ACCOUNT_NOT_FOUND,
  CANNOT_DEACTIVATE_SELF,
  canChangeActive,
  LAST_ADMIN,
  type Role,
  requireAdmin,
  type Viewer,
} from "./policy";
import { findAccount, hasOtherAdmin } from "./queries.server";
import { newPersonFields } from "./schema.server";
import { createMailToken, revokeMailTokens } from "./tokens.server";

export interface AdminView {
  name: string;
  email: string;
  active: boolean;
  role: Role;
}

export function listStaff(): AdminView[] {
  return db()
    .select({ name: users.name, email: users.email, active: users.active, role: users.role })
    .from(users)
    .where(inArray(users.role, ["moderator", "admin"]))
    .orderBy(asc(users.email))
    .all();
}

const createdPerson = newPersonFields.pick({ name: true, email: true });

/**
 * A confirmed account without a password.
 * @returns a link to set the password, valid for an hour
 * @throws DomainError invalid; conflict if the address has an account
 */
export function createAccount(input: object): string {
  const person = decode(createdPerson, input);
  return transaction(() => {
    if (findAccount(person.email)) throw new DomainError("conflict", `${person.email} has an account.`);
    const id = openAccount({ ...person, passwordHash: NO_PASSWORD, isTrusted: true });
    recordAdminAction(COMMAND_LINE, { action: "user.create", subjectType: "user", subjectId: id });
    return `${publicUrl()}/reset-password/${createMailToken(id)}`;
  });
}

/**
 * The only way to become an admin (accounts README, Roles). Repeating it changes nothing.
 * @throws DomainError not_found; conflict for the last active admin
 */
export function grantRole(email: string, role: "moderator" | "admin" = "admin"): AdminView {
  return transaction(() => changeRole(email, role));
}

/**
 * @returns the account before the change
 * @throws DomainError not_found; conflict for the last active admin
 */
export function revokeRole(email: string): AdminView {
  return transaction(() => {
    const before = viewOf(getUserByEmail(email));
    changeRole(email, "user");
    return before;
  });
}

/** @throws DomainError not_found */
export function getUserByEmail(email: string) {
  const address = normalizeEmail(email);
  const user = findAccount(address);
  if (!user) throw new DomainError("not_found", `No account has the address ${address}.`);
  return user;
}

function changeRole(email: string, role: Role): AdminView {
  const user = getUserByEmail(email);
  if (user.role === "admin" && role !== "admin" && !hasOtherAdmin(user.id)) {
    throw new DomainError("conflict", "The last admin cannot be removed. Make another member an admin first.");
  }
  setRole(COMMAND_LINE, user, role);
  return { ...viewOf(user), role };
}

/** Writes and logs a role in the caller's transaction. The caller checks permission. */
export function setRole(actor: Actor, user: { id: number; role: Role }, role: Role): void {
  if (user.role === role) return;
  db().update(users).set({ role }).where(eq(users.id, user.id)).run();
  if (role === "admin") {
    removeSetupToken();
    revokeMailTokens(user.id);
    // Before, an admin could enter addresses for the account, whose links to undo a change would take it over.
    db().delete(emailChanges).where(eq(emailChanges.userId, user.id)).run();
  } else if (actor.id !== null) enqueueAdminNotice(getAccountRow(user.id).email, role);
  recordAdminAction(actor, {
    action: role === "user" ? `user.revoke-${user.role}` : `user.grant-${role}`,
    subjectType: "user",
    subjectId: user.id,
    before: { role: user.role },
    after: { role },
  });
}

const viewOf = ({ name, email, active, role }: AdminView): AdminView => ({ name, email, active, role });

/**
 * Deactivates or reactivates an account (moderation README). Deactivation ends all sessions and mail links, and a
 * trigger hides the user's content; reactivation restores all but sessions. Repeating it changes nothing.
 * @throws DomainError forbidden for non-admins; not_found; conflict for the admin's own account and the last active
 *   admin
 */
export function setUserActive(
  admin: Viewer,
  userId: number,
  { active, reason = "", isMailed = true }: { active: boolean; reason?: string | undefined; isMailed?: boolean },
): { name: string; changed: boolean } {
  requireAdmin(admin);
  return transaction(() => {
    const user = getAccountRow(userId);
    if (!active) refuseOwnAndLast(admin, user);
    if (user.active === active) return { name: user.name, changed: false };
    db().update(users).set({ active }).where(eq(users.id, userId)).run();
    // Deletion keeps them invalid after a reactivation.
    db().delete(sessions).where(eq(sessions.userId, userId)).run();
    db().delete(mailTokens).where(eq(mailTokens.userId, userId)).run();
    if (isMailed) enqueueAdminNotice(user.email, active ? "reactivated" : "deactivated");
    recordAdminAction(admin, {
      action: active ? "user.reactivate" : "user.deactivate",
      subjectType: "user",
      subjectId: userId,
      before: { active: user.active },
      after: { active },
      ...(reason === "" ? {} : { reason }),
    });
    return { name: user.name, changed: true };
  });
}

function refuseOwnAndLast(admin: Viewer, user: { id: number; role: string }): void {
  if (!canChangeActive(admin, user.id)) throw new DomainError("conflict", CANNOT_DEACTIVATE_SELF);
  // Inside the transaction: of two admins deactivating each other, the second is refused.
  if (user.role === "admin" && !hasOtherAdmin(user.id)) throw new DomainError("conflict", LAST_ADMIN);
}

/** @throws DomainError not_found */
export function getAccountRow(id: number) {
  const row = db()
    .select({ id: users.id, name: users.name, email: users.email, role: users.role, active: users.active })
    .from(users)
    .where(eq(users.id, id))
    .get();
  if (!row) throw new DomainError("not_found", ACCOUNT_NOT_FOUND);
  return row;
}

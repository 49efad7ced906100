import { asc, eq, inArray } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { mailTokens, sessions, users } from "~/db/schema";
import { normalizeEmail } from "~/lib/addresses.server";
import { DomainError } from "~/lib/errors";
import { type Actor, COMMAND_LINE, recordAdminAction } from "~/services/log/audit-log.server";
import { removeSetupToken } from "~/services/site/setup-token.server";
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

export interface AdminView {
  name: string;
  email: string;
  active: boolean;
  role: Role;
}

/** Moderators and admins, by address. */
export function listStaff(): AdminView[] {
  return db()
    .select({ name: users.name, email: users.email, active: users.active, role: users.role })
    .from(users)
    .where(inArray(users.role, ["moderator", "admin"]))
    .orderBy(asc(users.email))
    .all();
}

/**
 * Gives the account with this address a role, the only way to become an admin (accounts README, Roles); harmless for
 * somebody who has it.
 * @throws DomainError not_found where no account has the address; conflict for the last admin who can log in
 */
export function grantRole(email: string, role: "moderator" | "admin" = "admin"): AdminView {
  return transaction(() => changeRole(email, role));
}

/**
 * Takes the role of an admin or moderator away.
 * @returns as they were
 * @throws DomainError not_found where no account has the address; conflict for the last admin who can log in
 */
export function revokeRole(email: string): AdminView {
  return transaction(() => {
    const before = viewOf(getUserByEmail(email));
    changeRole(email, "user");
    return before;
  });
}

/** @throws DomainError not_found where no account has the address */
export function getUserByEmail(email: string) {
  const address = normalizeEmail(email);
  const user = findAccount(address);
  if (!user) throw new DomainError("not_found", `No account has the address ${address}.`);
  return user;
}

function changeRole(email: string, role: Role): AdminView {
  const user = getUserByEmail(email);
  if (user.role === "admin" && role !== "admin" && !hasOtherAdmin(user.id)) {
    throw new DomainError("conflict", "The last admin cannot be removed. Make somebody else an admin first.");
  }
  setRole(COMMAND_LINE, user, role);
  return { ...viewOf(user), role };
}

/** Writes a role and logs it, inside the caller's transaction; who may is the caller's. The same role is no change. */
export function setRole(actor: Actor, user: { id: number; role: Role }, role: Role): void {
  if (user.role === role) return;
  db().update(users).set({ role }).where(eq(users.id, user.id)).run();
  if (role === "admin") removeSetupToken();
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
 * Deactivates or reactivates an account (moderation README, Deactivate and reactivate). Off: all its sessions and mail
 * links end in the same
 * transaction, and a trigger hides all it shows; nothing is lost. On: everything is back, except that the person logs in
 * anew. The state it is in already is harmless and not logged.
 * @returns the person's name, and whether anything changed
 * @throws DomainError forbidden for anybody but an admin; not_found; conflict for one's own account and the last admin's
 */
export function setUserActive(
  admin: Viewer,
  userId: number,
  { active, reason = "" }: { active: boolean; reason?: string | undefined },
): { name: string; changed: boolean } {
  requireAdmin(admin);
  return transaction(() => {
    const user = getAccountRow(userId);
    if (!active) refuseOwnAndLast(admin, user);
    if (user.active === active) return { name: user.name, changed: false };
    db().update(users).set({ active }).where(eq(users.id, userId)).run();
    // They are refused anyway while the account is inactive; deleted, they stay invalid after a reactivation.
    db().delete(sessions).where(eq(sessions.userId, userId)).run();
    db().delete(mailTokens).where(eq(mailTokens.userId, userId)).run();
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
  // Checked inside the transaction: of two admins who deactivate each other, the second is refused.
  if (user.role === "admin" && !hasOtherAdmin(user.id)) throw new DomainError("conflict", LAST_ADMIN);
}

/** @throws DomainError not_found */
export function getAccountRow(id: number) {
  const row = db()
    .select({ id: users.id, name: users.name, role: users.role, active: users.active })
    .from(users)
    .where(eq(users.id, id))
    .get();
  if (!row) throw new DomainError("not_found", ACCOUNT_NOT_FOUND);
  return row;
}

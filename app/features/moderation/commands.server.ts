import { eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { mailTokens, sessions, users } from "~/db/schema";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { hasOtherAdmin } from "~/features/accounts/queries.server";
import { DomainError } from "~/lib/errors";
import { recordAdminAct } from "~/services/log/audit-log.server";
import { canChangeActive, LAST_ADMIN, NOT_YOURSELF, USER_NOT_FOUND } from "./policy";
import type { ActiveInput } from "./schema.server";

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
  { active, reason = "" }: { active: ActiveInput["active"]; reason?: string },
): { name: string; changed: boolean } {
  requireAdmin(admin);
  return transaction(() => {
    const user = getRow(userId);
    if (!active) refuseOwnAndLast(admin, user);
    if (user.active === active) return { name: user.name, changed: false };
    db().update(users).set({ active }).where(eq(users.id, userId)).run();
    // They are refused anyway while the account is inactive; deleted, they stay invalid after a reactivation.
    db().delete(sessions).where(eq(sessions.userId, userId)).run();
    db().delete(mailTokens).where(eq(mailTokens.userId, userId)).run();
    recordAdminAct(admin, {
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
  if (!canChangeActive(admin, user.id)) throw new DomainError("conflict", NOT_YOURSELF);
  // Checked inside the transaction: of two admins who deactivate each other, the second is refused.
  if (user.role === "admin" && !hasOtherAdmin(user.id)) throw new DomainError("conflict", LAST_ADMIN);
}

function getRow(id: number) {
  const row = db()
    .select({ id: users.id, name: users.name, role: users.role, active: users.active })
    .from(users)
    .where(eq(users.id, id))
    .get();
  if (!row) throw new DomainError("not_found", USER_NOT_FOUND);
  return row;
}

import { transaction } from "~/db/client.server";
import { getAccountRow, setRole, setUserActive } from "~/features/accounts/admins.server";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { NO_PRECONDITION, type Precondition } from "~/lib/revision.server";
import { canChangeRole, ROLE_OF_ADMIN } from "./policy";
import type { AccountInput, RoleInput } from "./schema.server";

/**
 * The same role again changes nothing and is not logged.
 * @throws DomainError forbidden for non-admins; not_found; conflict for an admin's account
 */
export function setUserRole(admin: Viewer, userId: number, role: RoleInput["role"]): { name: string } {
  requireAdmin(admin);
  return transaction(() => {
    const user = getAccountRow(userId);
    if (!canChangeRole(admin, user)) throw new DomainError("conflict", ROLE_OF_ADMIN);
    setRole(admin, user, role);
    return { name: user.name };
  });
}

/**
 * One transaction.
 * @throws DomainError see `setUserActive` and `setUserRole`
 */
export function changeAccount(
  admin: Viewer,
  userId: number,
  { active, reason, role }: AccountInput,
  precondition: Precondition = NO_PRECONDITION,
): void {
  transaction(() => {
    precondition();
    if (active !== undefined) setUserActive(admin, userId, { active, reason });
    if (role !== undefined) setUserRole(admin, userId, role);
  });
}

import { asc, eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { users } from "~/db/schema";
import { DomainError } from "~/lib/errors";
import { COMMAND_LINE, recordAdminAct } from "~/services/log/audit-log.server";
import { hasOtherAdmin } from "./queries.server";

export interface AdminView {
  name: string;
  email: string;
  active: boolean;
}

type Role = "user" | "admin";

/** Who is an admin, by address. */
export function listAdmins(): AdminView[] {
  return db()
    .select({ name: users.name, email: users.email, active: users.active })
    .from(users)
    .where(eq(users.role, "admin"))
    .orderBy(asc(users.email))
    .all();
}

/**
 * Makes the account with this address an admin. The only way to become one;
 * harmless for somebody who is.
 * @throws DomainError not_found where no account has the address
 */
export function grantAdmin(email: string): AdminView {
  return transaction(() => changeRole(email, "admin"));
}

/**
 * Takes the role away.
 * @throws DomainError not_found where no account has the address; conflict for the last admin who can log in
 */
export function revokeAdmin(email: string): AdminView {
  return transaction(() => {
    const { id, role } = getByAddress(email);
    if (role === "admin" && !hasOtherAdmin(id)) {
      throw new DomainError("conflict", "The last admin stays one. Grant somebody else first.");
    }
    return changeRole(email, "user");
  });
}

/** @throws DomainError not_found where no account has the address */
export function getByAddress(email: string) {
  const address = email.trim().toLowerCase();
  const user = db().select().from(users).where(eq(users.email, address)).get();
  if (!user) throw new DomainError("not_found", `No account has the address ${address}.`);
  return user;
}

function changeRole(email: string, role: Role): AdminView {
  const user = getByAddress(email);
  if (user.role !== role) {
    db().update(users).set({ role }).where(eq(users.id, user.id)).run();
    recordAdminAct(COMMAND_LINE, {
      action: role === "admin" ? "user.grant-admin" : "user.revoke-admin",
      subjectType: "user",
      subjectId: user.id,
      before: { role: user.role },
      after: { role },
    });
  }
  return { name: user.name, email: user.email, active: user.active };
}

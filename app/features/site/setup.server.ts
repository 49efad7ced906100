import { transaction } from "~/db/client.server";
import { setRole } from "~/features/accounts/admins.server";
import { changeDoor } from "~/features/accounts/door/commands.server";
import { openAccount } from "~/features/accounts/open-account.server";
import { hashPassword, refuseCommonPassword } from "~/features/accounts/passwords.server";
import type { Viewer } from "~/features/accounts/policy";
import { findAccount } from "~/features/accounts/queries.server";
import { DomainError, invalidField } from "~/lib/errors";
import { hasAdmin, isSetupToken } from "~/services/site/setup-token.server";
import { changeSite } from "./commands.server";
import { SITE_MESSAGES } from "./limits";
import type { SetupInput } from "./schema.server";

/** @throws DomainError not_found unless it is the token of the latest start, and nobody is an admin yet */
export function requireSetupToken(token: string): void {
  if (!isSetupToken(token)) throw new DomainError("not_found", SITE_MESSAGES.noSetup);
}

/**
 * Sets a new site up: its first admin, whose address counts as verified, its name, and who may come in.
 * @returns the admin's id
 * @throws DomainError not_found as `requireSetupToken`; conflict where somebody else was faster; invalid at `password` where
 * it is easy to guess, and at `email` where it has an account
 */
export async function setUpSite(token: string, given: SetupInput): Promise<number> {
  requireSetupToken(token);
  const { name, email, password, siteName, line, registration, firstPosts } = given;
  await refuseCommonPassword(password, { name, email });
  const passwordHash = await hashPassword(password);
  return transaction(() => {
    if (hasAdmin()) throw new DomainError("conflict", SITE_MESSAGES.alreadySetUp);
    if (findAccount(email)) throw invalidField("email", SITE_MESSAGES.hasAccount);
    const id = openAccount({ name, email, passwordHash, isTrusted: true });
    const viewer: Viewer = { id, name, avatar: "", role: "admin", garageId: null };
    setRole(viewer, { id, role: "user" }, "admin");
    changeSite(viewer, { name: siteName, line });
    changeDoor(viewer, { registration, firstPosts });
    return id;
  });
}

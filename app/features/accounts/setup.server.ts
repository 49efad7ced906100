import { transaction } from "~/db/client.server";
import { DomainError, invalidField, NOTHING_HERE } from "~/lib/errors";
import { recordAdminAction } from "~/services/log/audit-log.server";
import type { LoggedRequest } from "~/services/log/log.server";
import { hasAdmin, isSetupToken } from "~/services/site/setup-token.server";
import { readSiteSettings, settingsOfEnvironment, writeSiteSettings } from "~/services/site/site.server";
import { setRole } from "./admins.server";
import { SETUP_MESSAGES } from "./limits";
import { openAccount } from "./open-account.server";
import { hashPassword, refuseCommonPassword } from "./passwords.server";
import type { Viewer } from "./policy";
import { findAccount } from "./queries.server";
import { changeRegistrationSettings } from "./registration/commands.server";
import type { SetupInput } from "./schema.server";

/** @throws DomainError not_found unless the token is of the latest start and no admin exists */
export function requireSetupToken(token: string): void {
  if (!isSetupToken(token)) throw new DomainError("not_found", hasAdmin() ? SETUP_MESSAGES.alreadySetUp : NOTHING_HERE);
}

/** Also whether the environment sets the site's name. */
export function setupDefaults() {
  const { name, line } = readSiteSettings();
  const isNamed = "name" in settingsOfEnvironment();
  return { isNamed, initial: { siteName: isNamed ? name : "", line, registration: "open", firstPosts: "links" } };
}

/**
 * Creates the first admin (with a verified address), name and registration. The caller checks the token first
 * (`requireSetupToken`), so that without it not even fields are validated.
 * @param request the request, for the log
 * @returns the admin's id
 * @throws DomainError conflict after a concurrent setup; invalid at `password` if easy to guess, at `email` if it has
 *   an account
 */
export async function setUpSite(input: SetupInput, request?: LoggedRequest): Promise<number> {
  const { name, email, password, siteName, line, registration, firstPosts } = input;
  const site = { name: siteName, line, ...settingsOfEnvironment() };
  await refuseCommonPassword(password, { name, email, site: site.name });
  const passwordHash = await hashPassword(password);
  return transaction(() => {
    if (hasAdmin()) throw new DomainError("conflict", SETUP_MESSAGES.alreadyDone);
    if (findAccount(email)) throw invalidField("email", SETUP_MESSAGES.hasAccount);
    const id = openAccount({ name, email, passwordHash, isTrusted: true });
    const viewer: Viewer = { id, name, avatar: "", role: "admin", garageId: null, via: request };
    setRole(viewer, { id, role: "user" }, "admin");
    writeSiteSettings({ ...readSiteSettings(), ...site });
    recordAdminAction(viewer, { action: "site.change", subjectType: "site", subjectId: 1, after: site });
    changeRegistrationSettings(viewer, { registration, firstPosts });
    return id;
  });
}

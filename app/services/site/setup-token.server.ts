import { timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { users } from "~/db/schema";
import { env, setupTokenFile } from "~/env.server";
import { hashToken, newToken } from "~/lib/tokens.server";

/** Whether somebody is an admin, so that the site has been set up. */
export const hasAdmin = () =>
  db().select({ id: users.id }).from(users).where(eq(users.role, "admin")).get() !== undefined;

/** Takes the way in away: it goes with the first admin. */
export const removeSetupToken = () => rmSync(setupTokenFile(env()), { force: true });

/** At each start: a new token where the site has no admin yet, and none where it has one. */
export function renewSetupToken(): void {
  removeSetupToken();
  if (!hasAdmin()) writeFileSync(setupTokenFile(env()), newToken(), { mode: 0o600, flag: "wx" });
}

/** Whether this is the token of the latest start, of a site that has no admin. */
export function isSetupToken(token: string): boolean {
  const file = setupTokenFile(env());
  if (token === "" || hasAdmin() || !existsSync(file)) return false;
  const [given, right] = [token, readFileSync(file, "utf8")].map((text) => Buffer.from(hashToken(text)));
  return timingSafeEqual(given!, right!);
}

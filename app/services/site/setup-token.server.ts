import { timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { users } from "~/db/schema";
import { env, setupTokenFile } from "~/env.server";
import { hashToken, newToken } from "~/lib/tokens.server";

export const hasAdmin = () =>
  db().select({ id: users.id }).from(users).where(eq(users.role, "admin")).get() !== undefined;

export const removeSetupToken = () => rmSync(setupTokenFile(env()), { force: true });

/** Or deletes it, if there is an admin. */
export function renewSetupToken(): void {
  removeSetupToken();
  if (!hasAdmin()) writeFileSync(setupTokenFile(env()), newToken(), { mode: 0o600, flag: "wx" });
}

/** Of the latest start, on a site without an admin. */
export function isSetupToken(token: string): boolean {
  const file = setupTokenFile(env());
  if (token === "" || hasAdmin() || !existsSync(file)) return false;
  const [sentHash, storedHash] = [token, readFileSync(file, "utf8")].map((text) => Buffer.from(hashToken(text)));
  return timingSafeEqual(sentHash!, storedHash!);
}

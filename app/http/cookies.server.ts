import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { env } from "~/env.server";

let secret: string | undefined;

/** SESSION_SECRET, or the one that was made once and is kept beside the database, readable for its owner only. */
function sessionSecret(): string {
  secret ??= env().SESSION_SECRET ?? storedSecret(path.join(path.dirname(env().databaseFile), "session-secret"));
  return secret;
}

function storedSecret(file: string): string {
  if (!existsSync(file)) makeSecret(file);
  return readFileSync(file, "utf8").trim();
}

/** Written aside and linked: of several processes that start at once, one wins and none reads half a secret. */
function makeSecret(file: string): void {
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, randomBytes(32).toString("hex"), { mode: 0o600 });
  try {
    linkSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(aside);
  }
}

const secure = () => env().APP_URL?.startsWith("https:") ?? false;

/**
 * What a cookie of ours is called. With https nobody but this very host can set it: not a neighbour under the same
 * domain, not somebody on the way to it without https.
 */
export function cookieName(name: string): string {
  return secure() ? `__Host-${name}` : name;
}

/** What all our cookies have in common: script cannot read them, other sites cannot send them along with a POST. */
export function cookieSettings() {
  return {
    path: "/",
    httpOnly: true,
    sameSite: "lax" as const,
    secure: secure(),
    secrets: [sessionSecret()],
  };
}

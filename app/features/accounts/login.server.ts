import { desc, eq, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { prepared } from "~/db/prepared.server";
import { signUps, users } from "~/db/schema";
import { describeDevice } from "~/lib/device";
import { DomainError } from "~/lib/errors";
import { now } from "~/lib/time";
import { enqueueMail } from "~/services/mail/outbox.server";
import { MESSAGES } from "./limits";
import { MAIL } from "./mails.server";
import { checkPassword } from "./password-hash.server";
import type { LoginInput } from "./schema.server";
import { AGAIN_MESSAGES } from "./second-step-limits";

/** How many sign-ups of one address a password is compared with. */
const SIGN_UPS_COMPARED = 3;

const credentials = prepared((database) =>
  database
    .select({ id: users.id, passwordHash: users.passwordHash, active: users.active })
    .from(users)
    .where(eq(users.email, sql.placeholder("email")))
    .prepare(),
);

const unverifiedSignUps = prepared((database) =>
  database
    .select({ passwordHash: signUps.passwordHash })
    .from(signUps)
    .where(eq(signUps.email, sql.placeholder("email")))
    .orderBy(desc(signUps.id))
    .limit(SIGN_UPS_COMPARED)
    .prepare(),
);

/**
 * Checks who somebody is. An address without an account takes the same time and, whoever signed up with it, gets the
 * same answers.
 * @returns the person's id
 * @throws DomainError unauthenticated for a wrong address or password; forbidden, after a correct password only, for
 * a sign-up that waits for its verification (field `verification`) and for an account that is deactivated
 */
export async function login({ email, password }: LoginInput): Promise<number> {
  const user = credentials().get({ email });
  const signedUp = unverifiedSignUps().all({ email });
  if ((await checkPassword(user?.passwordHash, password)) && user) {
    if (!user.active) throw new DomainError("forbidden", MESSAGES.deactivated);
    return user.id;
  }
  for (const { passwordHash } of signedUp) {
    if (await checkPassword(passwordHash, password)) {
      throw new DomainError("forbidden", MESSAGES.unverified, { verification: [MESSAGES.unverified] });
    }
  }
  throw new DomainError("unauthenticated", MESSAGES.loginFailed);
}

/** Whether an error of `login` or of a password's check says that the password was wrong. */
export function isWrongPassword(error: unknown): boolean {
  if (!(error instanceof DomainError)) return false;
  const { passwordCurrent, password } = error.fields;
  const again = passwordCurrent?.[0] === MESSAGES.currentPasswordWrong || password?.[0] === AGAIN_MESSAGES.wrong;
  return error.code === "unauthenticated" || again;
}

/** The account's id, where the address has one. For what only the server gets to know. */
export function findAccountId(email: string): number | undefined {
  return credentials().get({ email })?.id;
}

/**
 * The address of an account.
 * @throws DomainError not_found where it is gone
 */
export function getAddress(userId: number): string {
  const account = db().select({ email: users.email }).from(users).where(eq(users.id, userId)).get();
  if (!account) throw new DomainError("not_found", "This account no longer exists.");
  return account.email;
}

/**
 * Mails the owner that somebody has logged in from a device that never did before.
 * @param userAgent as the device calls itself
 */
export function tellOfNewDevice(email: string, userAgent: string): void {
  transaction(() => enqueueMail(MAIL.newDevice, email, { device: describeDevice(userAgent), at: now() }));
}

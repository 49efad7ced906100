import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { db, prepared, transaction } from "~/db/client.server";
import { applications, sessions, signUps } from "~/db/schema";
import { describeDevice } from "~/lib/device";
import { DomainError } from "~/lib/errors";
import { MINUTE, now } from "~/lib/time";
import { hashToken } from "~/lib/tokens.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { ACCOUNT_MESSAGES, REAUTHENTICATION_MESSAGES } from "./limits";
import { ACCOUNT_MAIL } from "./mails.server";
import { checkPassword } from "./passwords.server";
import type { Viewer } from "./policy";
import { eitherForm, findAccount, getAccount, hasAddress } from "./queries.server";
import { REGISTRATION_MESSAGES } from "./registration/limits";
import type { LoginInput } from "./schema.server";
import { hasPassword } from "./ways-in.server";

/** Applications and sign-ups compared with the password: always this many, for constant time. */
const COMPARED = 3;

const waitingApplications = prepared((database) =>
  database
    .select({ passwordHash: applications.passwordHash })
    .from(applications)
    // A refused one has no password.
    .where(and(hasAddress(applications.email), isNull(applications.refusedAt)))
    .prepare(),
);

const unverifiedSignUps = prepared((database) =>
  database
    .select({ passwordHash: signUps.passwordHash })
    .from(signUps)
    .where(hasAddress(signUps.email))
    .orderBy(desc(signUps.id))
    .limit(COMPARED)
    .prepare(),
);

/**
 * A wrong password takes the same time and gets the same response for every address, with or without an account,
 * application or sign-up.
 * @returns the user's id
 * @throws DomainError unauthenticated; after a correct password, forbidden for an unverified sign-up (field
 *   `verification`), a pending application, and a deactivated account
 */
export async function login({ email, password }: LoginInput): Promise<number> {
  const user = findAccount(email);
  const address = eitherForm(email);
  const applied = waitingApplications().all(address);
  const pendingSignUps = [...applied, ...unverifiedSignUps().all(address)];
  if ((await checkPassword(user?.passwordHash, password)) && user) {
    if (!user.active) throw new DomainError("forbidden", ACCOUNT_MESSAGES.deactivated);
    return user.id;
  }
  const comparisons = Array.from({ length: COMPARED }, (_, index) =>
    checkPassword(pendingSignUps[index]?.passwordHash, password),
  );
  const right = (await Promise.all(comparisons)).indexOf(true);
  if (right >= applied.length) {
    throw new DomainError("forbidden", ACCOUNT_MESSAGES.unverified, { verification: [ACCOUNT_MESSAGES.unverified] });
  }
  if (right >= 0) throw new DomainError("forbidden", REGISTRATION_MESSAGES.waits);
  throw new DomainError("unauthenticated", ACCOUNT_MESSAGES.loginFailed);
}

/** For errors of `login` and of password checks. */
export function isWrongPassword(error: unknown): boolean {
  if (!(error instanceof DomainError)) return false;
  const { passwordCurrent, password } = error.fields;
  const isPasswordWrong =
    passwordCurrent?.[0] === ACCOUNT_MESSAGES.currentPasswordWrong || password?.[0] === REAUTHENTICATION_MESSAGES.wrong;
  return error.code === "unauthenticated" || isPasswordWrong;
}

/** @param userAgent as the device sent it */
export function notifyNewDevice(email: string, userAgent: string): void {
  transaction(() => enqueueMail(ACCOUNT_MAIL.newDevice, email, { device: describeDevice(userAgent), at: now() }));
}

/** ms. */
const REAUTHENTICATION_TTL_MS = 15 * MINUTE;

const refusalOf = (message: string) => new DomainError("forbidden", message, { password: [message] });

export function isReauthenticated(sessionToken: string): boolean {
  const fresh = and(
    eq(sessions.tokenHash, hashToken(sessionToken)),
    gt(sessions.authenticatedAt, now() - REAUTHENTICATION_TTL_MS),
  );
  return db().select({ id: sessions.id }).from(sessions).where(fresh).get() !== undefined;
}

/**
 * Requires the password, or a new login, before an irreversible action. A correct one renews the period.
 * @throws DomainError forbidden, at `password` if it is missing or wrong
 */
export async function requireReauthentication(viewer: Viewer, sessionToken: string, password?: string): Promise<void> {
  if (isReauthenticated(sessionToken)) return;
  if (!hasPassword(viewer.id)) throw new DomainError("forbidden", REAUTHENTICATION_MESSAGES.noPassword);
  if (!password) throw refusalOf(REAUTHENTICATION_MESSAGES.required);
  if (!(await checkPassword(getAccount(viewer.id).passwordHash, password)))
    throw refusalOf(REAUTHENTICATION_MESSAGES.wrong);
  db()
    .update(sessions)
    .set({ authenticatedAt: now() })
    .where(and(eq(sessions.tokenHash, hashToken(sessionToken)), eq(sessions.userId, viewer.id)))
    .run();
}

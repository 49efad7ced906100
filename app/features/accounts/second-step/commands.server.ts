import { and, eq, isNotNull } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { recoveryCodes, secondSteps, users } from "~/db/schema";
import { DomainError, invalidField } from "~/lib/errors";
import { now } from "~/lib/time";
import { hashToken } from "~/lib/tokens.server";
import { COMMAND_LINE, recordAdminAction } from "~/services/log/audit-log.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { getUserByEmail } from "../admins.server";
import { SECOND_STEP_MESSAGES, SECOND_STEP_REQUIRED } from "../limits";
import { ACCOUNT_MAIL } from "../mails.server";
import type { Viewer } from "../policy";
import { getAccount } from "../queries.server";
import { endUserSessions } from "../sessions.server";
import {
  authenticatorUri,
  createSecret,
  findTimeStep,
  newRecoveryCodes,
  recoveryCodeHash,
} from "./one-time-code.server";
import { findSecondStep, isSecondStepOn, pendingSecret } from "./queries.server";

/** What an authenticator app has to know. */
interface SecondStepSetup {
  /** Base32. */
  secret: string;
  /** The same for its camera: `otpauth://…`. */
  uri: string;
}

/**
 * Makes a secret for the viewer's authenticator. It counts once a code of it has come back; until then another start
 * replaces it.
 * @throws DomainError conflict where the second step is on
 */
export function startSecondStep(viewer: Viewer): SecondStepSetup {
  const fresh = { secret: createSecret(), lastTimeStep: 0, createdAt: now() };
  return transaction(() => {
    if (isSecondStepOn(viewer.id)) throw new DomainError("conflict", SECOND_STEP_MESSAGES.alreadyOn);
    db()
      .insert(secondSteps)
      .values({ userId: viewer.id, ...fresh })
      .onConflictDoUpdate({ target: secondSteps.userId, set: fresh })
      .run();
    return setupOf(viewer, fresh.secret);
  });
}

/** What was begun and waits for its first code; null where nothing does. */
export function findSecondStepSetup(viewer: Viewer): SecondStepSetup | null {
  const secret = pendingSecret(viewer.id);
  return secret === undefined ? null : setupOf(viewer, secret);
}

const setupOf = ({ id }: Viewer, secret: string) => ({ secret, uri: authenticatorUri(secret, addressOf(id)) });

/**
 * Turns the second step on with the first code, ends the viewer's other sessions, and mails them.
 * @param currentToken of the session that goes on
 * @returns the recovery codes, which nobody can see again
 * @throws DomainError invalid at `code`; conflict where nothing was begun, or it is on
 */
export function confirmSecondStep(viewer: Viewer, code: string, currentToken: string): string[] {
  return transaction(() => {
    if (isSecondStepOn(viewer.id)) throw new DomainError("conflict", SECOND_STEP_MESSAGES.alreadyOn);
    const secret = pendingSecret(viewer.id);
    if (secret === undefined) throw new DomainError("conflict", SECOND_STEP_MESSAGES.setupOver);
    const lastTimeStep = findTimeStep(code, secret, 0);
    if (lastTimeStep === undefined) throw invalidField("code", SECOND_STEP_MESSAGES.setupCodeWrong);
    db().update(secondSteps).set({ lastTimeStep, confirmedAt: now() }).where(eq(secondSteps.userId, viewer.id)).run();
    endUserSessions(viewer.id, currentToken);
    enqueueMail(ACCOUNT_MAIL.secondStepOn, addressOf(viewer.id));
    return replaceRecoveryCodes(viewer.id);
  });
}

/**
 * New recovery codes in the place of the old ones; the owner is told by mail.
 * @throws DomainError conflict where the second step is off
 */
export function renewRecoveryCodes(viewer: Viewer): string[] {
  return transaction(() => {
    if (!isSecondStepOn(viewer.id)) throw new DomainError("conflict", SECOND_STEP_MESSAGES.notOn);
    enqueueMail(ACCOUNT_MAIL.newCodes, addressOf(viewer.id));
    return replaceRecoveryCodes(viewer.id);
  });
}

function replaceRecoveryCodes(userId: number): string[] {
  const codes = newRecoveryCodes();
  db().delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run();
  const rows = codes.map((code) => ({ userId, codeHash: recoveryCodeHash(code) }));
  db().insert(recoveryCodes).values(rows).run();
  return codes;
}

/**
 * Turns the viewer's second step off, or forgets what was begun. Where it was on, their other sessions end, and they
 * are told by mail.
 * @returns whether it was on
 */
export function turnOffSecondStep(viewer: Viewer, currentToken: string): boolean {
  return transaction(() => turnOff(viewer.id, addressOf(viewer.id), currentToken));
}

/**
 * The operator's way out for somebody who has lost authenticator and recovery codes. All their sessions end, they are
 * told by mail, and the audit log keeps it.
 * @throws DomainError not_found where no account has the address; conflict where its second step is off
 */
export function resetSecondStep(email: string): { email: string } {
  return transaction(() => {
    const { id, email: address } = getUserByEmail(email);
    if (!turnOff(id, address)) throw new DomainError("conflict", `Two-step verification of ${address} is not on.`);
    const change = { before: { secondStep: "on" }, after: { secondStep: "off" } };
    recordAdminAction(COMMAND_LINE, { action: "user.second-step-off", subjectType: "user", subjectId: id, ...change });
    return { email: address };
  });
}

function turnOff(userId: number, email: string, currentToken?: string): boolean {
  const wasOn = isSecondStepOn(userId);
  db().delete(secondSteps).where(eq(secondSteps.userId, userId)).run();
  db().delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run();
  if (!wasOn) return false;
  endUserSessions(userId, currentToken);
  enqueueMail(ACCOUNT_MAIL.secondStepOff, email);
  return true;
}

/**
 * Takes a code at a login: each code of the authenticator and each recovery code opens once, however many try at once.
 * @returns which kind it was
 * @throws DomainError unauthenticated at `code` for a wrong or used one
 */
export function consumeCode(userId: number, typed: string): "authenticator" | "recovery" {
  return transaction(() => {
    const row = findSecondStep(userId);
    if (row?.confirmedAt == null) throw wrongCodeError(SECOND_STEP_MESSAGES.codeWrong);
    const timeStep = findTimeStep(typed, row.secret, row.lastTimeStep);
    if (timeStep !== undefined) {
      db().update(secondSteps).set({ lastTimeStep: timeStep }).where(eq(secondSteps.userId, userId)).run();
      return "authenticator";
    }
    const one = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, recoveryCodeHash(typed)));
    if (db().delete(recoveryCodes).where(one).run().changes === 0) throw wrongCodeError(SECOND_STEP_MESSAGES.codeWrong);
    return "recovery";
  });
}

/** Mails the owner of an account that somebody tries codes. */
export function notifyWrongCodes(email: string): void {
  transaction(() => enqueueMail(ACCOUNT_MAIL.wrongCodes, email));
}

/** What is said where a login has to show a code and shows none, or a wrong one. */
export function wrongCodeError(message: string): DomainError {
  return new DomainError("unauthenticated", message, { code: [message] }, undefined, SECOND_STEP_REQUIRED);
}

const addressOf = (userId: number) => getAccount(userId).email;

/** A login that has shown its password and waits for the code. */
export interface PendingLogin {
  userId: number;
  /** Of the password that was shown: another one takes the login back. */
  fingerprint: string;
}

/** @returns null where the password is enough */
export function createPendingLogin(userId: number): PendingLogin | null {
  const fingerprint = isSecondStepOn(userId) ? passwordFingerprint(userId) : undefined;
  return fingerprint === undefined ? null : { userId, fingerprint };
}

/** Whether a paused login may still go on: same password, account in use, second step on. */
export function isPendingLoginValid({ userId, fingerprint }: PendingLogin): boolean {
  return isSecondStepOn(userId) && passwordFingerprint(userId) === fingerprint;
}

/** Fingerprint of the password, without giving its hash away; undefined where the user may not log in. */
function passwordFingerprint(userId: number): string | undefined {
  const mayLogIn = and(eq(users.id, userId), eq(users.active, true), isNotNull(users.verifiedAt));
  const user = db().select({ passwordHash: users.passwordHash }).from(users).where(mayLogIn).get();
  return user && hashToken(user.passwordHash).slice(0, 32);
}

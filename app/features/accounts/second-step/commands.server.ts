import { and, eq, isNotNull } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { recoveryCodes, secondSteps, users } from "~/db/schema";
import { DomainError, invalidField } from "~/lib/errors";
import { now } from "~/lib/time";
import { hashToken } from "~/lib/tokens.server";
import { type Actor, COMMAND_LINE, recordAdminAction } from "~/services/log/audit-log.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { getUserByEmail } from "../admins.server";
import { SECOND_STEP_MESSAGES, SECOND_STEP_REQUIRED } from "../limits";
import { ACCOUNT_MAIL, enqueueAdminNotice } from "../mails.server";
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

interface SecondStepSetup {
  /** Base32. */
  secret: string;
  /** `otpauth://…`, for a QR code. */
  uri: string;
}

/**
 * The first code confirms the setup; until then another start replaces it.
 * @throws DomainError conflict if the second step is on
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

/** Unconfirmed, or null. */
export function findSecondStepSetup(viewer: Viewer): SecondStepSetup | null {
  const secret = pendingSecret(viewer.id);
  return secret === undefined ? null : setupOf(viewer, secret);
}

const setupOf = ({ id }: Viewer, secret: string) => ({ secret, uri: authenticatorUri(secret, addressOf(id)) });

/**
 * Turns the second step on, ends the viewer's other sessions and mails the viewer.
 * @param currentToken of the session to keep
 * @returns the recovery codes, available only here
 * @throws DomainError invalid at `code`; conflict without a setup, or if the second step is on
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
 * Mails the owner.
 * @throws DomainError conflict if the second step is off
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
 * Turns the second step off, or drops the setup. If it was on, ends other sessions and mails the viewer.
 * @returns whether it was on
 */
export function turnOffSecondStep(viewer: Viewer, currentToken: string): boolean {
  return transaction(() => {
    const wasOn = turnOff(viewer.id, currentToken);
    if (wasOn) enqueueMail(ACCOUNT_MAIL.secondStepOff, addressOf(viewer.id));
    return wasOn;
  });
}

/**
 * For the operator, if a user has lost authenticator and recovery codes. Ends all sessions, mails the user, and is
 * logged.
 * @throws DomainError not_found; conflict if the second step is off
 */
export function resetSecondStep(email: string, actor: Actor = COMMAND_LINE): { email: string } {
  return transaction(() => {
    const { id, email: address } = getUserByEmail(email);
    if (!turnOff(id)) throw new DomainError("conflict", `Two-step verification of ${address} is not on.`);
    const change = { before: { secondStep: "on" }, after: { secondStep: "off" } };
    recordAdminAction(actor, { action: "user.second-step-off", subjectType: "user", subjectId: id, ...change });
    enqueueAdminNotice(address, "secondStepOff");
    return { email: address };
  });
}

function turnOff(userId: number, currentToken?: string): boolean {
  const wasOn = isSecondStepOn(userId);
  db().delete(secondSteps).where(eq(secondSteps.userId, userId)).run();
  db().delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run();
  if (!wasOn) return false;
  endUserSessions(userId, currentToken);
  return true;
}

/**
 * Each authenticator or recovery code works once, also under concurrent attempts.
 * @throws DomainError unauthenticated at `code` for a wrong or used one
 */
export function consumeCode(userId: number, code: string): "authenticator" | "recovery" {
  return transaction(() => {
    const row = findSecondStep(userId);
    if (row?.confirmedAt == null) throw wrongCodeError(SECOND_STEP_MESSAGES.codeWrong);
    const timeStep = findTimeStep(code, row.secret, row.lastTimeStep);
    if (timeStep !== undefined) {
      db().update(secondSteps).set({ lastTimeStep: timeStep }).where(eq(secondSteps.userId, userId)).run();
      return "authenticator";
    }
    const isThisCode = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, recoveryCodeHash(code)));
    if (db().delete(recoveryCodes).where(isThisCode).run().changes === 0)
      throw wrongCodeError(SECOND_STEP_MESSAGES.codeWrong);
    return "recovery";
  });
}

export function notifyWrongCodes(email: string): void {
  transaction(() => enqueueMail(ACCOUNT_MAIL.wrongCodes, email));
}

export function wrongCodeError(message: string): DomainError {
  return new DomainError("unauthenticated", message, { code: [message] }, undefined, SECOND_STEP_REQUIRED);
}

const addressOf = (userId: number) => getAccount(userId).email;

/** After a correct password. */
export interface PendingLogin {
  userId: number;
  /** A changed password invalidates the login. */
  fingerprint: string;
}

/** Null if the password is enough. */
export function createPendingLogin(userId: number): PendingLogin | null {
  const fingerprint = isSecondStepOn(userId) ? passwordFingerprint(userId) : undefined;
  return fingerprint === undefined ? null : { userId, fingerprint };
}

/** Requires the same password, an active account and the second step. */
export function isPendingLoginValid({ userId, fingerprint }: PendingLogin): boolean {
  return isSecondStepOn(userId) && passwordFingerprint(userId) === fingerprint;
}

/** Does not expose the hash; undefined if the user may not log in. */
function passwordFingerprint(userId: number): string | undefined {
  const mayLogIn = and(eq(users.id, userId), eq(users.active, true), isNotNull(users.verifiedAt));
  const user = db().select({ passwordHash: users.passwordHash }).from(users).where(mayLogIn).get();
  return user && hashToken(user.passwordHash).slice(0, 32);
}

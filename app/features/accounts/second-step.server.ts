import { and, eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { recoveryCodes, secondSteps, users } from "~/db/schema";
import { DomainError, invalidField } from "~/lib/errors";
import { now } from "~/lib/time";
import { COMMAND_LINE, recordAdminAct } from "~/services/log/audit-log.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { type AdminView, getByAddress } from "./admins.server";
import { authenticatorUri, newRecoveryCodes, newSecret, recoveryCodeHash, timeStepOf } from "./one-time-code.server";
import type { Viewer } from "./policy";
import { SECOND_STEP_MESSAGES, SECOND_STEP_REQUIRED } from "./second-step-limits";
import { SECOND_STEP_MAIL } from "./second-step-mails.server";
import { findSecondStep, isSecondStepOn, pendingSecret } from "./second-step-queries.server";
import { endSessionsOf } from "./sessions.server";

/** What an authenticator app has to know. */
export interface SecondStepSetup {
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
  const fresh = { secret: newSecret(), lastTimeStep: 0, createdAt: now() };
  return transaction(() => {
    if (isSecondStepOn(viewer.id)) throw new DomainError("conflict", SECOND_STEP_MESSAGES.alreadyOn);
    db()
      .insert(secondSteps)
      .values({ userId: viewer.id, ...fresh })
      .onConflictDoUpdate({ target: secondSteps.userId, set: fresh })
      .run();
    return { secret: fresh.secret, uri: authenticatorUri(fresh.secret, addressOf(viewer.id)) };
  });
}

/** What was begun and waits for its first code; null where nothing does. */
export function getSetup(viewer: Viewer): SecondStepSetup | null {
  const secret = pendingSecret(viewer.id);
  return secret === undefined ? null : { secret, uri: authenticatorUri(secret, addressOf(viewer.id)) };
}

/**
 * Turns the second step on with the first code. The viewer's other sessions end, and they are told by mail.
 * @param currentToken of the session that goes on
 * @returns the recovery codes, which nobody can see again
 * @throws DomainError invalid at `code`; conflict where nothing was begun, or it is on
 */
export function confirmSecondStep(viewer: Viewer, code: string, currentToken: string): string[] {
  return transaction(() => {
    if (isSecondStepOn(viewer.id)) throw new DomainError("conflict", SECOND_STEP_MESSAGES.alreadyOn);
    const secret = pendingSecret(viewer.id);
    if (secret === undefined) throw new DomainError("conflict", SECOND_STEP_MESSAGES.setupOver);
    const lastTimeStep = timeStepOf(code, secret, 0);
    if (lastTimeStep === undefined) throw invalidField("code", SECOND_STEP_MESSAGES.setupCodeWrong);
    db().update(secondSteps).set({ lastTimeStep, confirmedAt: now() }).where(eq(secondSteps.userId, viewer.id)).run();
    endSessionsOf(viewer.id, currentToken);
    enqueueMail(SECOND_STEP_MAIL.on, addressOf(viewer.id));
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
    enqueueMail(SECOND_STEP_MAIL.newCodes, addressOf(viewer.id));
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
export function turnOffSecondStepOf(email: string): AdminView {
  return transaction(() => {
    const { id, name, email: address, active } = getByAddress(email);
    if (!turnOff(id, address)) throw new DomainError("conflict", `The second step of ${address} is not on.`);
    const change = { before: { secondStep: "on" }, after: { secondStep: "off" } };
    recordAdminAct(COMMAND_LINE, { action: "user.second-step-off", subjectType: "user", subjectId: id, ...change });
    return { name, email: address, active };
  });
}

function turnOff(userId: number, email: string, currentToken?: string): boolean {
  const wasOn = isSecondStepOn(userId);
  db().delete(secondSteps).where(eq(secondSteps.userId, userId)).run();
  db().delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run();
  if (!wasOn) return false;
  endSessionsOf(userId, currentToken);
  enqueueMail(SECOND_STEP_MAIL.off, email);
  return true;
}

/**
 * Takes a code at a login: each code of the authenticator and each recovery code opens once, however many try at once.
 * @returns which kind it was
 * @throws DomainError unauthenticated at `code` for a wrong or used one
 */
export function takeCode(userId: number, typed: string): "authenticator" | "recovery" {
  return transaction(() => {
    const row = findSecondStep(userId);
    if (row?.confirmedAt == null) throw refusedCode(SECOND_STEP_MESSAGES.codeWrong);
    const timeStep = timeStepOf(typed, row.secret, row.lastTimeStep);
    if (timeStep !== undefined) {
      db().update(secondSteps).set({ lastTimeStep: timeStep }).where(eq(secondSteps.userId, userId)).run();
      return "authenticator";
    }
    const one = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, recoveryCodeHash(typed)));
    if (db().delete(recoveryCodes).where(one).run().changes === 0) throw refusedCode(SECOND_STEP_MESSAGES.codeWrong);
    return "recovery";
  });
}

/** What is said where a login has to show a code and shows none, or a wrong one. */
export function refusedCode(message: string): DomainError {
  return new DomainError("unauthenticated", message, { code: [message] }, undefined, SECOND_STEP_REQUIRED);
}

function addressOf(userId: number): string {
  const user = db().select({ email: users.email }).from(users).where(eq(users.id, userId)).get();
  if (!user) throw new DomainError("not_found", "This account no longer exists.");
  return user.email;
}

import { SECOND_STEP_MESSAGES } from "~/features/accounts/limits";
import { getAccount } from "~/features/accounts/queries.server";
import {
  consumeCode,
  createPendingLogin,
  isPendingLoginValid,
  notifyWrongCodes,
  type PendingLogin,
  wrongCodeError,
} from "~/features/accounts/second-step/commands.server";
import { isRecoveryCode } from "~/features/accounts/second-step/one-time-code.server";
import { isSecondStepOn } from "~/features/accounts/second-step/queries.server";
import { DomainError } from "~/lib/errors";
import { now, SECOND } from "~/lib/time";
import { logSecurityEvent } from "../call.server";
import { countUpTo, limiterKey } from "../limits/limits.server";
import { consumeMailLimit, limitAttempts } from "../limits/login.server";
import { COOKIES } from "./cookies";
import { findKnownDevice, type RequestArgs, safeReturnTo, signedCookie } from "./session.server";

/**
 * Does nothing for an account without a second step.
 * @param code "" if none was sent
 * @throws DomainError unauthenticated (`second_step_required`) without a valid code; rate_limited
 */
export async function verifySecondStep(call: RequestArgs, userId: number, code: string): Promise<void> {
  if (!isSecondStepOn(userId)) return;
  if (code === "") throw wrongCodeError(SECOND_STEP_MESSAGES.codeRequired);
  const secret = isRecoveryCode(code) ? "recovery code" : "code";
  const device = await findKnownDevice(call.request, userId);
  const attempt = { ...call.context, secret, account: userId, knownDevice: device } as const;
  try {
    const kind = await limitAttempts(attempt, async () => consumeCode(userId, code), isWrongCode);
    logSecurityEvent(call, "second_step", userId, { kind });
  } catch (error) {
    if (isWrongCode(error)) {
      logSecurityEvent(call, "second_step_failed", userId);
      await countWrongCode(userId);
    }
    throw error;
  }
}

/** A wrong code means a correct password, so the owner gets a mail. */
async function countWrongCode(userId: number): Promise<void> {
  if (!(await countUpTo({ name: "wrongCodeUntold", key: limiterKey(userId) }))) return;
  const { email } = getAccount(userId);
  if (await consumeMailLimit("wrong-codes", email)) notifyWrongCodes(email);
}

const isWrongCode = (error: unknown) => error instanceof DomainError && error.code === "unauthenticated";

const CODE_TIMEOUT_MS = COOKIES.secondStep.seconds * SECOND;

interface PendingLoginCookie extends PendingLogin {
  returnTo: string;
}

export const CODE_PATH = "/login/code";

/**
 * Stores a login until its code arrives.
 * @returns null for an account without a second step
 */
export async function storePendingLogin(userId: number, returnTo: string): Promise<{ "Set-Cookie": string } | null> {
  const paused = createPendingLogin(userId);
  if (!paused) return null;
  const until = now() + CODE_TIMEOUT_MS;
  const value = await signedCookie("secondStep").serialize({ ...paused, returnTo: safeReturnTo(returnTo), until });
  return { "Set-Cookie": value };
}

/** null if none or expired. */
export async function readPendingLogin(request: Request): Promise<PendingLoginCookie | null> {
  const value: unknown = await signedCookie("secondStep").parse(request.headers.get("cookie"));
  if (typeof value !== "object" || value === null || !("until" in value)) return null;
  // Signed, so its shape is known.
  const { until, ...login } = value as PendingLoginCookie & { until: number };
  return until > now() && isPendingLoginValid(login) ? login : null;
}

export function clearPendingLogin(): Promise<string> {
  return signedCookie("secondStep").serialize("", { maxAge: 0 });
}

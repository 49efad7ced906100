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
import type { RequestArgs } from "./login.server";
import { findKnownDevice, safeReturnTo, signedCookie } from "./session.server";

/**
 * Lets a login through whose password was right: at once where the account has no second step, else with a code.
 * @param code "" without
 * @throws DomainError unauthenticated (`second_step_required`) without a good code; rate_limited
 */
export async function verifySecondStep(call: RequestArgs, userId: number, code: string): Promise<void> {
  if (!isSecondStepOn(userId)) return;
  if (code === "") throw wrongCodeError(SECOND_STEP_MESSAGES.codeRequired);
  const secret = isRecoveryCode(code) ? "recovery code" : "code";
  const device = await findKnownDevice(call.request, userId);
  const tried = { ...call.context, secret, account: userId, knownDevice: device } as const;
  try {
    const kind = await limitAttempts(tried, async () => consumeCode(userId, code), isWrongCode);
    logSecurityEvent(call, "second_step", userId, { kind });
  } catch (error) {
    if (isWrongCode(error)) {
      logSecurityEvent(call, "second_step_failed", userId);
      await countWrongCode(userId);
    }
    throw error;
  }
}

/** Whoever gets as far as a code has the password already: the owner has to know. */
async function countWrongCode(userId: number): Promise<void> {
  if (!(await countUpTo({ name: "wrongCodeUntold", key: limiterKey(userId) }))) return;
  const { email } = getAccount(userId);
  if (await consumeMailLimit("wrong-codes", email)) notifyWrongCodes(email);
}

const isWrongCode = (error: unknown) => error instanceof DomainError && error.code === "unauthenticated";

/** How long the page waits for the code, ms. */
const CODE_TIMEOUT_MS = COOKIES.secondStep.seconds * SECOND;

/** A login that waits for its code in a browser, and where it leads. */
interface PendingLoginCookie extends PendingLogin {
  returnTo: string;
}

/** Where the code is asked for. */
export const CODE_PATH = "/login/code";

/**
 * Keeps a login whose password was right until the code has come.
 * @returns the header by which the browser keeps it; null where the account has no second step
 */
export async function storePendingLogin(userId: number, returnTo: string): Promise<{ "Set-Cookie": string } | null> {
  const paused = createPendingLogin(userId);
  if (!paused) return null;
  const until = now() + CODE_TIMEOUT_MS;
  const value = await signedCookie("secondStep").serialize({ ...paused, returnTo: safeReturnTo(returnTo), until });
  return { "Set-Cookie": value };
}

/** The login of this browser that waits for its code; null where there is none, or not any more. */
export async function readPendingLogin(request: Request): Promise<PendingLoginCookie | null> {
  const value: unknown = await signedCookie("secondStep").parse(request.headers.get("cookie"));
  if (typeof value !== "object" || value === null || !("until" in value)) return null;
  // Signed by us, so that it is what we wrote.
  const { until, ...login } = value as PendingLoginCookie & { until: number };
  return until > now() && isPendingLoginValid(login) ? login : null;
}

/** The header that ends the waiting. */
export function clearPendingLogin(): Promise<string> {
  return signedCookie("secondStep").serialize("", { maxAge: 0 });
}

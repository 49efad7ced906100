import { type ActionFunctionArgs, type Cookie, createCookie } from "@remix-run/node";
import { refusedCode, takeCode } from "~/features/accounts/second-step.server";
import { SECOND_STEP_MESSAGES } from "~/features/accounts/second-step-limits";
import { isLoginAlive, type PausedLogin, pauseLogin } from "~/features/accounts/second-step-login.server";
import { isSecondStepOn } from "~/features/accounts/second-step-queries.server";
import { DomainError } from "~/lib/errors";
import { MINUTE, now } from "~/lib/time";
import { logSecurityOf } from "./call.server";
import { cookieName, cookieSettings } from "./cookies.server";
import { knownDevice } from "./device.server";
import { trySecret } from "./login-limits.server";
import { safeReturnTo } from "./session.server";

type Args = Pick<ActionFunctionArgs, "request" | "context">;

/**
 * Lets a login through whose password was right: at once where the account has no second step, else with a code.
 * @param code "" without
 * @throws DomainError unauthenticated (`second_step_required`) without a good code; rate_limited
 */
export async function passSecondStep(args: Args, userId: number, code: string): Promise<void> {
  if (!isSecondStepOn(userId)) return;
  if (code === "") throw refusedCode(SECOND_STEP_MESSAGES.codeRequired);
  const { clientAddress } = args.context;
  const tried = { clientAddress, account: `code of ${userId}`, knownDevice: await knownDevice(args.request, userId) };
  try {
    const kind = await trySecret(tried, async () => takeCode(userId, code), isWrongCode);
    logSecurityOf(args, "second_step", userId, { kind });
  } catch (error) {
    if (isWrongCode(error)) logSecurityOf(args, "second_step_failed", userId);
    throw error;
  }
}

const isWrongCode = (error: unknown) => error instanceof DomainError && error.code === "unauthenticated";

/** How long the page waits for the code, ms. */
const WAIT = 10 * MINUTE;

let cookie: Cookie | undefined;
function pausedCookie(): Cookie {
  cookie ??= createCookie(cookieName("paddock_second_step"), { ...cookieSettings(), maxAge: WAIT / 1000 });
  return cookie;
}

/** A login that waits for its code in a browser, and where it leads. */
export interface WaitingLogin extends PausedLogin {
  returnTo: string;
}

/** Where the code is asked for. */
export const CODE_PAGE = "/login/code";

/**
 * Keeps a login whose password was right until the code has come.
 * @returns the header by which the browser keeps it; null where the account has no second step
 */
export async function waitForCode(userId: number, returnTo: string): Promise<{ "Set-Cookie": string } | null> {
  const paused = pauseLogin(userId);
  if (!paused) return null;
  const until = now() + WAIT;
  const value = await pausedCookie().serialize({ ...paused, returnTo: safeReturnTo(returnTo), until });
  return { "Set-Cookie": value };
}

/** The login of this browser that waits for its code; null where there is none, or not any more. */
export async function waitingLogin(request: Request): Promise<WaitingLogin | null> {
  const value: unknown = await pausedCookie().parse(request.headers.get("cookie"));
  if (typeof value !== "object" || value === null || !("until" in value)) return null;
  // Signed by us, so that it is what we wrote.
  const { until, ...login } = value as WaitingLogin & { until: number };
  return until > now() && isLoginAlive(login) ? login : null;
}

/** The header that ends the waiting. */
export function forgetWaitingLogin(): Promise<string> {
  return pausedCookie().serialize("", { maxAge: 0 });
}

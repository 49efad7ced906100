import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import {
  isReauthenticated,
  isWrongPassword,
  login,
  notifyNewDevice,
  requireReauthentication,
} from "~/features/accounts/login.server";
import { findAccount, getAccount } from "~/features/accounts/queries.server";
import { loginSchema } from "~/features/accounts/schema.server";
import { comparedEmail } from "~/lib/addresses.server";
import { decode } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import { logSecurityEvent } from "../call.server";
import { clientCounters, consumeAttempt, isExhausted, limiterKey } from "../limits/limits.server";
import { consumeMailLimit, limitAttempts } from "../limits/login.server";
import { readForm } from "../page/submitted-form.server";
import {
  endRequestSession,
  findKnownDevice,
  getViewer,
  type RequestArgs,
  readSessionToken,
  requireApiUser,
  startCookieSession,
} from "./session.server";

/**
 * Checks the password; `completeLogin` logs in.
 * @param check returns the user's id, or throws as `login` does
 * @throws DomainError rate_limited; the errors of `check`
 */
export function verifyLogin(call: RequestArgs, email: string, check: () => Promise<number>): Promise<number> {
  return tryPassword(call, { email, userId: findAccount(email)?.id, event: "login_failed" }, check);
}

interface PasswordTry {
  email: string;
  userId: number | undefined;
  event: "login_failed" | "password_failed";
}

/** Counts correct passwords too: some open no session, for lack of a code or for a deactivated account. */
async function tryPassword<T>(
  call: RequestArgs,
  { email, userId, event }: PasswordTry,
  check: () => Promise<T>,
): Promise<T> {
  const device = await findKnownDevice(call.request, userId);
  const account = comparedEmail(email);
  const right = { name: "logins", key: limiterKey("password", device ?? "", account) } as const;
  // For a pending sign-up, which anyone can make for any address: it must not lock out the address's owner.
  const leadsNowhere = clientCounters("logins", call.context.clientAddress, "password", account);
  // Before any password is compared.
  for (const attempt of [right, ...leadsNowhere]) if (await isExhausted(attempt)) await consumeAttempt(attempt);
  try {
    const result = await limitAttempts(
      { ...call.context, secret: "password", account, knownDevice: device },
      check,
      isWrongPassword,
    );
    await consumeAttempt(right);
    return result;
  } catch (error) {
    if (isWrongPassword(error)) logSecurityEvent(call, event, userId);
    else if (error instanceof DomainError && error.code === "forbidden")
      await Promise.all(leadsNowhere.map((attempt) => consumeAttempt(attempt)));
    throw error;
  }
}

/**
 * Starts a session, remembers the device, and mails the owner about a new device.
 * @returns the session token and the cookie headers
 * @throws DomainError rate_limited
 */
export async function completeLogin(call: RequestArgs, userId: number) {
  const { request } = call;
  await consumeAttempt({ name: "logins", key: limiterKey(userId) });
  if ((await findKnownDevice(request, userId)) === undefined) {
    const { email } = getAccount(userId);
    if (await consumeMailLimit("new-device", email)) notifyNewDevice(email, request.headers.get("user-agent") ?? "");
  }
  logSecurityEvent(call, "login", userId);
  return startCookieSession(request, userId);
}

/**
 * For a logged-in user. Wrong passwords count like those of a login.
 * @param check throws for a wrong password: the message of `currentPasswordWrong` at `passwordCurrent`
 * @throws DomainError rate_limited; the errors of `check`
 */
export function verifyOwnPassword<T>(call: RequestArgs, userId: number, check: () => Promise<T>): Promise<T> {
  return tryPassword(call, { email: getAccount(userId).email, userId, event: "password_failed" }, check);
}

/** @returns the headers of `endRequestSession` */
export async function logOut(call: RequestArgs) {
  const viewer = await getViewer(call);
  if (viewer) logSecurityEvent(call, "logout", viewer.id);
  return endRequestSession(call.request);
}

const authenticator = new Authenticator<number>().use(
  new FormStrategy(({ form }) => login(decode(loginSchema, Object.fromEntries(form)))),
  "login",
);

/** @returns the user's id @throws DomainError like `verifyLogin` */
export async function verifyLoginForm(call: RequestArgs): Promise<number> {
  const { values } = await readForm(call.request);
  const { email } = decode(loginSchema, values);
  // The body is used up, so the strategy gets a copy, form-encoded.
  const form = new Request(call.request.url, { method: "POST", body: new URLSearchParams(values) });
  return verifyLogin(call, email, () => authenticator.authenticate("login", form));
}

export async function isReauthenticatedRequest(request: Request): Promise<boolean> {
  return isReauthenticated((await readSessionToken(request)) ?? "");
}

/**
 * Requires the password before an irreversible action, if the login is older than 15 minutes.
 * @throws DomainError forbidden at `password`, rate_limited, unauthenticated
 */
export async function reauthenticate(call: RequestArgs, password: string | undefined): Promise<void> {
  const viewer = await requireApiUser(call);
  const token = (await readSessionToken(call.request)) ?? "";
  await verifyOwnPassword(call, viewer.id, () => requireReauthentication(viewer, token, password));
}

/** A wrong password or code must not redirect, as 401 does. */
export function asFormError(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== "unauthenticated") throw error;
  throw new DomainError("invalid", error.message, error.fields);
}

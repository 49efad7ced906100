import type { LoaderFunctionArgs } from "@remix-run/node";
import { findAccountId, getAddress, isWrongPassword, tellOfNewDevice } from "~/features/accounts/login.server";
import { logSecurityOf } from "./call.server";
import { knownDevice } from "./device.server";
import { countTry, limiterKey } from "./limits.server";
import { trySecret } from "./login-limits.server";
import { mayMail } from "./mail-limits.server";
import { closeSession, getViewer, openSession } from "./session.server";

/** A request with what the server knows of it. */
export type Call = Pick<LoaderFunctionArgs, "request" | "context">;

/**
 * The first step of a login: the password. Nobody is logged in by it yet, see `letIn`.
 * @param check finds the person's id, or throws as `login` does
 * @throws DomainError what `check` throws, and rate_limited
 */
export async function checkLogin(call: Call, email: string, check: () => Promise<number>): Promise<number> {
  const { request, context } = call;
  const accountId = findAccountId(email);
  const device = await knownDevice(request, accountId);
  try {
    return await trySecret({ ...context, account: email, knownDevice: device }, check, isWrongPassword);
  } catch (error) {
    if (isWrongPassword(error)) logSecurityOf(call, "login_failed", accountId);
    throw error;
  }
}

/**
 * What happens once somebody has shown all that a login asks for: a new session, a device that is known from here on, a
 * mail where it was not before.
 * @returns the session's token and the headers that set the cookies
 * @throws DomainError rate_limited for somebody who logs in again and again
 */
export async function letIn(call: Call, userId: number) {
  const { request } = call;
  await countTry("logins", limiterKey(userId));
  if ((await knownDevice(request, userId)) === undefined) {
    const email = getAddress(userId);
    if (await mayMail("new-device", email)) tellOfNewDevice(email, request.headers.get("user-agent") ?? "");
  }
  logSecurityOf(call, "login", userId);
  return openSession(request, userId);
}

/**
 * Has somebody who is logged in show again that they know the password. Wrong ones count like those of a login.
 * @param check throws where the password is wrong: a message of `currentPasswordWrong` at `passwordCurrent`
 * @throws DomainError what `check` throws, and rate_limited
 */
export async function checkOwnPassword<T>(call: Call, userId: number, check: () => Promise<T>): Promise<T> {
  const device = await knownDevice(call.request, userId);
  const tried = { ...call.context, account: getAddress(userId), knownDevice: device };
  try {
    return await trySecret(tried, check, isWrongPassword);
  } catch (error) {
    if (isWrongPassword(error)) logSecurityOf(call, "password_failed", userId);
    throw error;
  }
}

/** Ends the request's session, if it has one. @returns the headers of `closeSession` */
export async function logOut(call: Call) {
  const viewer = await getViewer(call.request);
  if (viewer) logSecurityOf(call, "logout", viewer.id);
  return closeSession(call.request);
}

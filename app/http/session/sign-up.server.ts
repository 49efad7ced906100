import { type ProviderProfile, signUpByIdentity } from "~/features/accounts/identities.server";
import { ACCOUNT_MESSAGES } from "~/features/accounts/limits";
import { requestPasswordReset } from "~/features/accounts/passwords.server";
import type { SignUpInput } from "~/features/accounts/schema.server";
import { resendVerification, signUp } from "~/features/accounts/sign-up.server";
import { hasEmailForm } from "~/lib/email";
import { consumeLimit, logSecurityEvent } from "../call.server";
import { consumeMailLimit } from "../limits/login.server";
import { type RequestArgs, signedCookie } from "./session.server";

const MAX_SIGN_UPS = 5;

/** Handles of this browser's sign-ups, the newest last. */
export async function readBrowserTokens(request: Request): Promise<string[]> {
  const value: unknown = await signedCookie("signUp").parse(request.headers.get("cookie"));
  return Array.isArray(value) ? value.filter((handle) => typeof handle === "string") : [];
}

/**
 * Remembers the browser, so that the mail's link is enough.
 * @returns the message and the cookie header
 * @throws DomainError like `signUp`
 */
export async function submitSignUp(call: RequestArgs, person: SignUpInput) {
  const { message, handle } = await signUp(person, { mayMail: () => canMail(person.email) });
  return { message, headers: await rememberSignUp(call, handle) };
}

/** @throws DomainError like `signUpByIdentity`; rate_limited */
export async function submitProviderSignUp(call: RequestArgs, profile: ProviderProfile, invite: string) {
  await consumeLimit(call, "signUp");
  const { handle, ...view } = await signUpByIdentity(profile, invite, canMail);
  return { view, headers: await rememberSignUp(call, handle) };
}

const canMail = (email: string) => consumeMailLimit("sign-up", email);

async function rememberSignUp(call: RequestArgs, handle: string) {
  logSecurityEvent(call, "sign_up", null);
  const handles = [...(await readBrowserTokens(call.request)), handle].slice(-MAX_SIGN_UPS);
  return { "Set-Cookie": await signedCookie("signUp").serialize(handles) };
}

/** @returns the message, the same for every address */
export async function submitResend({ request }: RequestArgs, input: { email: string }): Promise<string> {
  if (!(await consumeMailLimit("verify", input.email))) return ACCOUNT_MESSAGES.resent;
  return resendVerification(input, await readBrowserTokens(request));
}

/** @returns the message, the same for every address */
export async function submitResetRequest(input: { email: string }): Promise<string> {
  const isMailed = hasEmailForm(input.email) && (await consumeMailLimit("reset", input.email));
  return isMailed ? requestPasswordReset(input) : ACCOUNT_MESSAGES.resetRequested;
}

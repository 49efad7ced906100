import { ACCOUNT_MESSAGES } from "~/features/accounts/limits";
import { requestPasswordReset } from "~/features/accounts/passwords.server";
import type { SignUpInput } from "~/features/accounts/schema.server";
import { resendVerification, signUp } from "~/features/accounts/sign-up.server";
import { hasEmailForm } from "~/lib/email";
import { logSecurityEvent } from "../call.server";
import { consumeMailLimit } from "../limits/login.server";
import type { RequestArgs } from "./login.server";
import { signedCookie } from "./session.server";

/** How many sign-ups of one browser are kept apart. */
const MAX_SIGN_UPS = 5;

/** The handles of the sign-ups that this browser made, the newest last. */
export async function readBrowserTokens(request: Request): Promise<string[]> {
  const value: unknown = await signedCookie("signUp").parse(request.headers.get("cookie"));
  return Array.isArray(value) ? value.filter((handle) => typeof handle === "string") : [];
}

/**
 * Signs somebody up, and has their browser known when it opens the link of the mail.
 * @returns the text to show and the header that sets the cookie
 * @throws DomainError like `signUp`
 */
export async function submitSignUp(call: RequestArgs, person: SignUpInput) {
  const { message, handle } = await signUp(person, { mayMail: () => consumeMailLimit("sign-up", person.email) });
  logSecurityEvent(call, "sign_up", null);
  const handles = [...(await readBrowserTokens(call.request)), handle].slice(-MAX_SIGN_UPS);
  return { message, headers: { "Set-Cookie": await signedCookie("signUp").serialize(handles) } };
}

/** Asks for another verification link. @returns the text to show, the same for every address */
export async function submitResend({ request }: RequestArgs, asked: { email: string }): Promise<string> {
  if (!(await consumeMailLimit("verify", asked.email))) return ACCOUNT_MESSAGES.resent;
  return resendVerification(asked, await readBrowserTokens(request));
}

/** Asks for a link to choose a new password. @returns the text to show, the same for every address */
export async function submitResetRequest(asked: { email: string }): Promise<string> {
  const mailed = hasEmailForm(asked.email) && (await consumeMailLimit("reset", asked.email));
  return mailed ? requestPasswordReset(asked) : ACCOUNT_MESSAGES.resetRequested;
}

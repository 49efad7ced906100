import type { ActionFunctionArgs } from "@remix-run/node";
import { isLoginFresh, requireFreshLogin } from "~/features/accounts/fresh-login.server";
import { DomainError } from "~/lib/errors";
import { countPasswordTry } from "./account-limits.server";
import { logSecurityOf } from "./call.server";
import { requireApiUser, sessionToken } from "./session.server";

/** Whether nobody asks this request's person for their password again. */
export async function hasFreshLogin(request: Request): Promise<boolean> {
  return isLoginFresh((await sessionToken(request)) ?? "");
}

/**
 * Asks for the password again before what cannot be undone, where the login is older than 15 minutes.
 * @param password as it came along; wrong ones are counted
 * @throws DomainError forbidden at `password`, rate_limited, unauthenticated without a session
 */
export async function askPasswordAgain(
  args: Pick<ActionFunctionArgs, "request" | "context">,
  password: string | undefined,
): Promise<void> {
  const viewer = await requireApiUser(args.request);
  const token = (await sessionToken(args.request)) ?? "";
  if (password && !isLoginFresh(token)) await countPasswordTry(args.context.clientAddress, viewer.id);
  try {
    await requireFreshLogin(viewer, token, password);
  } catch (error) {
    if (password && error instanceof DomainError) logSecurityOf(args, "password_failed", viewer.id);
    throw error;
  }
}

import type { ActionFunctionArgs } from "@remix-run/node";
import { isLoginFresh, requireFreshLogin } from "~/features/accounts/fresh-login.server";
import { checkOwnPassword } from "./login.server";
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
  await checkOwnPassword(args, viewer.id, () => requireFreshLogin(viewer, token, password));
}

import { requestEmailChange } from "~/features/accounts/email-change.server";
import type { Viewer } from "~/features/accounts/policy";
import type { ChangeEmailInput } from "~/features/accounts/schema.server";
import { consumeLimit, logSecurityEvent } from "../call.server";
import { consumeMailLimit } from "../limits/login.server";
import { verifyOwnPassword } from "./login.server";
import { type RequestArgs, readSessionToken } from "./session.server";

/**
 * @returns the text to show, the same for every address
 * @throws DomainError like `requestEmailChange`; rate_limited
 */
export async function submitEmailChange(call: RequestArgs, viewer: Viewer, input: ChangeEmailInput): Promise<string> {
  const token = (await readSessionToken(call.request)) ?? "";
  const canMail = async () => {
    await consumeLimit(call, "changeEmail");
    return consumeMailLimit("change-email", input.email);
  };
  const text = await verifyOwnPassword(call, viewer.id, () => requestEmailChange(viewer, token, input, canMail));
  logSecurityEvent(call, "email_change_requested", viewer.id);
  return text;
}

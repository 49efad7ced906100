import { ownUserJson } from "~/features/accounts/json.server";
import { userShape } from "~/features/accounts/json-shapes.server";
import { resetPassword } from "~/features/accounts/passwords.server";
import { ownerOfResetLink } from "~/features/accounts/second-step-login.server";
import { resetCallSchema } from "~/features/accounts/second-step-schema.server";
import { apiRoute } from "~/http/api.server";
import { dataOf, token } from "~/http/api-answers.server";
import { logSecurityOf } from "~/http/call.server";
import { passSecondStep } from "~/http/second-step.server";
import { openSession } from "~/http/session.server";

export const { loader, action, calls } = apiRoute({
  PATCH: {
    audience: "anyone",
    summary: "Choose a new password with the link of a mail; other sessions end",
    body: "text",
    input: resetCallSchema,
    answer: dataOf({ user: userShape }, { token }),
    limit: "mailLink",
    run: async (call) => {
      const link = call.params.token ?? "";
      const { code, ...passwords } = call.input;
      // The call answers with a session, which a mail alone must not open: so before anything changes.
      const owner = ownerOfResetLink(link);
      if (owner !== undefined) await passSecondStep(call, owner, code);
      const userId = await resetPassword(link, passwords);
      logSecurityOf(call, "password_reset", userId);
      const { token, headers } = await openSession(call.request, userId);
      return { body: { token, data: { user: ownUserJson(userId) } }, headers };
    },
  },
});

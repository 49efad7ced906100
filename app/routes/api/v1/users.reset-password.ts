import { ownUserJson } from "~/features/accounts/json.server";
import { resetPassword } from "~/features/accounts/passwords.server";
import { ownerOfResetLink } from "~/features/accounts/second-step-login.server";
import { resetCallSchema } from "~/features/accounts/second-step-schema.server";
import { apiRoute } from "~/http/api.server";
import { logSecurityOf } from "~/http/call.server";
import { passSecondStep } from "~/http/second-step.server";
import { openSession } from "~/http/session.server";

export const { loader, action } = apiRoute({
  PATCH: {
    audience: "anyone",
    body: "text",
    limit: "mailLink",
    run: async (call) => {
      const link = call.params.token ?? "";
      const { code, ...passwords } = await call.input(resetCallSchema);
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

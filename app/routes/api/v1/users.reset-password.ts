import { ownUserJson } from "~/features/accounts/json.server";
import { resetPassword } from "~/features/accounts/passwords.server";
import { chosenPasswordSchema } from "~/features/accounts/schema";
import { apiRoute } from "~/http/api.server";
import { logSecurityOf } from "~/http/call.server";
import { openSession } from "~/http/session.server";

export const { loader, action } = apiRoute({
  PATCH: {
    audience: "anyone",
    body: "text",
    limit: "mailLink",
    run: async (call) => {
      const userId = await resetPassword(call.params.token ?? "", await call.input(chosenPasswordSchema));
      logSecurityOf(call, "password_reset", userId);
      const { token, headers } = await openSession(call.request, userId);
      return { body: { token, data: { user: ownUserJson(userId) } }, headers };
    },
  },
});

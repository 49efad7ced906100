import { ownUserJson } from "~/features/accounts/json.server";
import { resetPassword } from "~/features/accounts/passwords.server";
import { resetPasswordSchema } from "~/features/accounts/schema";
import { apiRoute } from "~/http/api.server";
import { openSession } from "~/http/session.server";

export const { loader, action } = apiRoute({
  PATCH: {
    audience: "anyone",
    body: "text",
    limit: "mailLink",
    run: async ({ request, params, input }) => {
      const userId = await resetPassword(params.token ?? "", await input(resetPasswordSchema));
      const { token, headers } = await openSession(request, userId);
      return { body: { token, data: { user: ownUserJson(userId) } }, headers };
    },
  },
});

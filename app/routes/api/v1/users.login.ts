import { ownUserJson } from "~/features/accounts/json.server";
import { login } from "~/features/accounts/login.server";
import { loginSchema } from "~/features/accounts/schema";
import { countLogin } from "~/http/account-limits.server";
import { apiRoute } from "~/http/api.server";
import { openSession } from "~/http/session.server";

export const { loader, action } = apiRoute({
  POST: {
    audience: "anyone",
    body: "text",
    limit: "counted inside",
    run: async ({ request, input, clientAddress }) => {
      const credentials = await input(loginSchema);
      await countLogin(clientAddress, credentials.email);
      const userId = await login(credentials);
      const { token, headers } = await openSession(request, userId);
      return { body: { token, data: { user: ownUserJson(userId) } }, headers };
    },
  },
});

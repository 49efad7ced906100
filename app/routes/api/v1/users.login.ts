import { ownUserJson } from "~/features/accounts/json.server";
import { login } from "~/features/accounts/login.server";
import { loginSchema } from "~/features/accounts/schema";
import { apiRoute } from "~/http/api.server";
import { checkLogin, letIn } from "~/http/login.server";

export const { loader, action } = apiRoute({
  POST: {
    audience: "anyone",
    body: "text",
    limit: "counted inside",
    run: async (call) => {
      const credentials = await call.input(loginSchema);
      const userId = await checkLogin(call, credentials.email, () => login(credentials));
      const { token, headers } = await letIn(call, userId);
      return { body: { token, data: { user: ownUserJson(userId) } }, headers };
    },
  },
});

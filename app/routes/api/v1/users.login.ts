import { ownUserJson } from "~/features/accounts/json.server";
import { login } from "~/features/accounts/login.server";
import { loginCallSchema } from "~/features/accounts/second-step-schema.server";
import { apiRoute } from "~/http/api.server";
import { checkLogin, letIn } from "~/http/login.server";
import { passSecondStep } from "~/http/second-step.server";

export const { loader, action } = apiRoute({
  POST: {
    audience: "anyone",
    body: "text",
    limit: "counted inside",
    run: async (call) => {
      const { code, ...credentials } = await call.input(loginCallSchema);
      const userId = await checkLogin(call, credentials.email, () => login(credentials));
      await passSecondStep(call, userId, code);
      const { token, headers } = await letIn(call, userId);
      return { body: { token, data: { user: ownUserJson(userId) } }, headers };
    },
  },
});

import { ownUserJson } from "~/features/accounts/json.server";
import { login } from "~/features/accounts/login.server";
import { loginCallSchema } from "~/features/accounts/second-step-schema";
import { countLogin } from "~/http/account-limits.server";
import { apiRoute } from "~/http/api.server";
import { passSecondStep } from "~/http/second-step.server";
import { openSession } from "~/http/session.server";

export const { loader, action } = apiRoute({
  POST: {
    audience: "anyone",
    body: "text",
    limit: "counted inside",
    run: async (call) => {
      const { code, ...credentials } = await call.input(loginCallSchema);
      await countLogin(call.clientAddress, credentials.email);
      const userId = await login(credentials);
      await passSecondStep(call, userId, code);
      const { token, headers } = await openSession(call.request, userId);
      return { body: { token, data: { user: ownUserJson(userId) } }, headers };
    },
  },
});

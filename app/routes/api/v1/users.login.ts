import { ownUserJson } from "~/features/accounts/json.server";
import { userShape } from "~/features/accounts/json-shapes.server";
import { login } from "~/features/accounts/login.server";
import { loginCallSchema } from "~/features/accounts/second-step-schema.server";
import { apiRoute } from "~/http/api.server";
import { dataOf, token } from "~/http/api-answers.server";
import { checkLogin, letIn } from "~/http/login.server";
import { passSecondStep } from "~/http/second-step.server";

export const { loader, action, calls } = apiRoute({
  POST: {
    audience: "anyone",
    summary: "Log in: token and cookie",
    body: "text",
    input: loginCallSchema,
    answer: dataOf({ user: userShape }, { token }),
    limit: "counted inside",
    run: async (call) => {
      const { code, ...credentials } = call.input;
      const userId = await checkLogin(call, credentials.email, () => login(credentials));
      await passSecondStep(call, userId, code);
      const { token, headers } = await letIn(call, userId);
      return { body: { token, data: { user: ownUserJson(userId) } }, headers };
    },
  },
});

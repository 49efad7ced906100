import { forgotPasswordSchema } from "~/features/accounts/schema.server";
import { apiRoute } from "~/http/api.server";
import { messageOnly } from "~/http/api-answers.server";
import { requestResetBy } from "~/http/sign-up.server";

export const { loader, action, calls } = apiRoute({
  POST: {
    audience: "anyone",
    summary: "Ask for a reset link by mail",
    body: "text",
    input: forgotPasswordSchema,
    answer: messageOnly(),
    limit: "forgotPassword",
    run: async ({ input }) => ({ body: { message: await requestResetBy(input) } }),
  },
});

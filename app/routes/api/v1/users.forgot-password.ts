import { forgotPasswordSchema } from "~/features/accounts/schema.server";
import { apiRoute } from "~/http/api.server";
import { requestResetBy } from "~/http/sign-up.server";

export const { loader, action } = apiRoute({
  POST: {
    audience: "anyone",
    body: "text",
    limit: "forgotPassword",
    run: async ({ input }) => ({ body: { message: await requestResetBy(await input(forgotPasswordSchema)) } }),
  },
});

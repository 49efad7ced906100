import { requestPasswordReset } from "~/features/accounts/passwords.server";
import { forgotPasswordSchema, MESSAGES } from "~/features/accounts/schema";
import { mayMail } from "~/http/account-limits.server";
import { apiRoute } from "~/http/api.server";

export const { loader, action } = apiRoute({
  POST: {
    audience: "anyone",
    body: "text",
    limit: "forgotPassword",
    run: async ({ input }) => {
      const asked = await input(forgotPasswordSchema);
      const message = (await mayMail("reset", asked.email)) ? requestPasswordReset(asked) : MESSAGES.resetRequested;
      return { body: { message } };
    },
  },
});

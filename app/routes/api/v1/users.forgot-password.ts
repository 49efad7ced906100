import { requestPasswordReset } from "~/features/accounts/passwords.server";
import { forgotPasswordSchema, MESSAGES } from "~/features/accounts/schema";
import { mayAskForMail } from "~/http/account-limits.server";
import { apiRoute } from "~/http/api.server";

export const { loader, action } = apiRoute({
  POST: async ({ input, clientAddress }) => {
    const asked = await input(forgotPasswordSchema);
    const message = (await mayAskForMail(clientAddress, asked.email))
      ? requestPasswordReset(asked)
      : MESSAGES.resetRequested;
    return { body: { message } };
  },
});

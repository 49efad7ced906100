import { deleteAccount } from "~/features/account-deletion/delete-account.server";
import { againSchema } from "~/features/accounts/second-step-schema.server";
import { apiRoute } from "~/http/api.server";
import { logSecurityOf } from "~/http/call.server";
import { askPasswordAgain } from "~/http/fresh-login.server";
import { closeSession } from "~/http/session.server";

export const { loader, action, calls } = apiRoute({
  DELETE: {
    audience: "member",
    summary: "Delete one's account and all that is in it, with the password where the login is older than 15 minutes",
    body: "text",
    input: againSchema,
    answer: "nothing",
    limit: "leave",
    run: async (call) => {
      await askPasswordAgain(call, call.input.password);
      await deleteAccount(call.viewer);
      logSecurityOf(call, "account_deleted", call.viewer.id);
      return closeSession(call.request);
    },
  },
});

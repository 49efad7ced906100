import { deleteAccount } from "~/features/account-deletion/delete-account.server";
import { againSchema } from "~/features/accounts/second-step-schema.server";
import { apiRoute } from "~/http/api.server";
import { logSecurityOf } from "~/http/call.server";
import { askPasswordAgain } from "~/http/fresh-login.server";
import { closeSession } from "~/http/session.server";

/** `DELETE /users/deleteMe`, with `{password}` where the login is older than 15 minutes. */
export const { loader, action } = apiRoute({
  DELETE: {
    audience: "member",
    body: "text",
    limit: "leave",
    run: async (call) => {
      const viewer = await call.requireUser();
      await askPasswordAgain(call, (await call.input(againSchema)).password);
      await deleteAccount(viewer);
      logSecurityOf(call, "account_deleted", viewer.id);
      return { status: 204, ...(await closeSession(call.request)) };
    },
  },
});

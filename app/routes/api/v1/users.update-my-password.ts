import { ownUserJson } from "~/features/accounts/json.server";
import { changePassword } from "~/features/accounts/passwords.server";
import { changePasswordSchema } from "~/features/accounts/schema";
import { countPasswordTry } from "~/http/account-limits.server";
import { apiRoute } from "~/http/api.server";
import { openSession } from "~/http/session.server";

/** `PATCH /users/updateMyPassword {passwordCurrent, password, passwordConfirm}`: every session ends, a new one begins. */
export const { loader, action } = apiRoute({
  PATCH: {
    audience: "member",
    body: "text",
    limit: "edit",
    run: async ({ request, clientAddress, requireUser, input }) => {
      const viewer = await requireUser();
      const passwords = await input(changePasswordSchema);
      await countPasswordTry(clientAddress, viewer.id);
      await changePassword(viewer, passwords);
      const { token, headers } = await openSession(request, viewer.id);
      const user = ownUserJson(viewer.id);
      return { body: { token, data: { doc: user, user } }, headers };
    },
  },
});

import { ownUserJson } from "~/features/accounts/json.server";
import { changePassword } from "~/features/accounts/passwords.server";
import { changePasswordSchema } from "~/features/accounts/schema.server";
import { apiRoute } from "~/http/api.server";
import { logSecurityOf } from "~/http/call.server";
import { checkOwnPassword } from "~/http/login.server";
import { openSession } from "~/http/session.server";

/** `PATCH /users/updateMyPassword {passwordCurrent, password, passwordConfirm}`: every session ends, a new one begins. */
export const { loader, action } = apiRoute({
  PATCH: {
    audience: "member",
    body: "text",
    limit: "edit",
    run: async (call) => {
      const viewer = await call.requireUser();
      const passwords = await call.input(changePasswordSchema);
      await checkOwnPassword(call, viewer.id, () => changePassword(viewer, passwords));
      logSecurityOf(call, "password_changed", viewer.id);
      const { token, headers } = await openSession(call.request, viewer.id);
      const user = ownUserJson(viewer.id);
      return { body: { token, data: { doc: user, user } }, headers };
    },
  },
});

import { ownUserJson } from "~/features/accounts/json.server";
import { userShape } from "~/features/accounts/json-shapes.server";
import { changePassword } from "~/features/accounts/passwords.server";
import { changePasswordSchema } from "~/features/accounts/schema.server";
import { apiRoute } from "~/http/api.server";
import { dataOf, token } from "~/http/api-answers.server";
import { logSecurityOf } from "~/http/call.server";
import { checkOwnPassword } from "~/http/login.server";
import { openSession } from "~/http/session.server";

export const { loader, action, calls } = apiRoute({
  PATCH: {
    audience: "member",
    summary: "Change one's password; every session ends, and a new one begins",
    body: "text",
    input: changePasswordSchema,
    answer: dataOf({ doc: userShape, user: userShape }, { token }),
    limit: "edit",
    run: async (call) => {
      const { viewer, input, request } = call;
      await checkOwnPassword(call, viewer.id, () => changePassword(viewer, input));
      logSecurityOf(call, "password_changed", viewer.id);
      const { token, headers } = await openSession(request, viewer.id);
      const user = ownUserJson(viewer.id);
      return { body: { token, data: { doc: user, user } }, headers };
    },
  },
});

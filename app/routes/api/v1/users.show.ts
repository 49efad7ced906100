import { NO_SUCH_USER, userDetailJson } from "~/features/accounts/json.server";
import { requireAdmin } from "~/features/accounts/policy";
import { setUserActive } from "~/features/moderation/commands.server";
import { USER_NOT_FOUND } from "~/features/moderation/policy";
import { activeInput } from "~/features/moderation/schema.server";
import { apiRoute } from "~/http/api.server";
import { requireId } from "~/lib/ids";

export const { loader, action } = apiRoute({
  GET: async ({ params, viewer }) => {
    const id = requireId(params.userId, NO_SUCH_USER);
    return { body: { data: { user: userDetailJson(id, await viewer()) } } };
  },
  /** Admins switch accounts off and on: `{active, reason?}`. */
  PATCH: {
    audience: "admin",
    body: "text",
    limit: "moderate",
    run: async ({ params, input, requireUser }) => {
      const viewer = await requireUser();
      requireAdmin(viewer);
      const id = requireId(params.userId, USER_NOT_FOUND);
      setUserActive(viewer, id, await input(activeInput));
      const user = userDetailJson(id, viewer);
      return { body: { data: { doc: user, user } } };
    },
  },
});

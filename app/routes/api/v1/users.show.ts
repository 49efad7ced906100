import { NO_SUCH_USER, userDetailJson } from "~/features/accounts/json.server";
import { apiRoute } from "~/http/api.server";
import { requireId } from "~/lib/ids";

export const { loader, action } = apiRoute({
  GET: async ({ params, viewer }) => {
    const id = requireId(params.userId, NO_SUCH_USER);
    return { body: { data: { user: userDetailJson(id, await viewer()) } } };
  },
});

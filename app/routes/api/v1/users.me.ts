import { userDetailJson } from "~/features/accounts/json.server";
import { apiRoute } from "~/http/api.server";

export const { loader, action } = apiRoute({
  GET: async ({ requireUser }) => {
    const viewer = await requireUser();
    return { body: { data: { user: userDetailJson(viewer.id, viewer) } } };
  },
});

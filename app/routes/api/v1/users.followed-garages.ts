import { listFollowedGaragesJson } from "~/features/social/feed.server";
import { apiRoute } from "~/http/api.server";
import { parsePage } from "~/lib/paging";

/** `GET /users/me/followed-garages`, the newest follow first. */
export const { loader, action } = apiRoute({
  GET: async (call) => {
    const viewer = await call.requireUser();
    const { rows, total, page, limit } = listFollowedGaragesJson(viewer, parsePage(call.query));
    return { body: { results: rows.length, total, page, limit, data: { data: rows } } };
  },
});

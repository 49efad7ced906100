import { listOwnEventsJson } from "~/features/events/json.server";
import { apiRoute } from "~/http/api.server";
import { parsePage } from "~/lib/paging";

/** `GET /users/me/events?page=&limit=`: my submissions, newest first. */
export const { loader, action } = apiRoute({
  GET: async ({ query, requireUser }) => {
    const viewer = await requireUser();
    const { rows, total, page, limit } = listOwnEventsJson(viewer, parsePage(query));
    return { body: { results: rows.length, total, page, limit, data: { data: rows } } };
  },
});

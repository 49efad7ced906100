import { requireAdmin } from "~/features/accounts/policy";
import { listPendingEventsJson } from "~/features/events/json.server";
import { apiRoute } from "~/http/api.server";
import { parsePage } from "~/lib/paging";

const PER_PAGE = 50;

/** `GET /events/admin/pending?page=&limit=`, for admins. */
export const { loader, action } = apiRoute({
  GET: async ({ query, requireUser }) => {
    const viewer = await requireUser();
    requireAdmin(viewer);
    const { rows, total, page, limit } = listPendingEventsJson(viewer, parsePage(query, PER_PAGE));
    return { body: { results: rows.length, total, page, limit, data: { data: rows } } };
  },
});

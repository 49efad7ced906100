import { requireAdmin } from "~/features/accounts/policy";
import { listUsersJson } from "~/features/moderation/json.server";
import { userQuery } from "~/features/moderation/schema.server";
import { apiRoute } from "~/http/api.server";
import { decode } from "~/lib/decode";
import { parsePage } from "~/lib/paging";

const PER_PAGE = 50;

/** `GET /users?q=&status=&sort=&page=&limit=`, for admins. */
export const { loader, action } = apiRoute({
  GET: async ({ query, requireUser }) => {
    const viewer = await requireUser();
    requireAdmin(viewer);
    const asked = decode(userQuery, Object.fromEntries(query));
    const { rows, total, page, limit } = listUsersJson(viewer, asked, parsePage(query, PER_PAGE));
    return { body: { results: rows.length, total, page, limit, data: { data: rows } } };
  },
});

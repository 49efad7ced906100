import { requireAdmin } from "~/features/accounts/policy";
import { listTicketsJson } from "~/features/tickets/json.server";
import { ticketQuery } from "~/features/tickets/schema.server";
import { apiRoute } from "~/http/api.server";
import { decode } from "~/lib/decode";
import { parsePage } from "~/lib/paging";

const PER_PAGE = 50;

/** `GET /tickets?status=&category=&subject=&sort=&page=&limit=`, for admins. */
export const { loader, action } = apiRoute({
  GET: async ({ query, requireUser }) => {
    const viewer = await requireUser();
    requireAdmin(viewer);
    const asked = decode(ticketQuery, Object.fromEntries(query));
    const { rows, total, page, limit } = listTicketsJson(viewer, asked, parsePage(query, PER_PAGE));
    return { body: { results: rows.length, total, page, limit, data: { tickets: rows } } };
  },
});

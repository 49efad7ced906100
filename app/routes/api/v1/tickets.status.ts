import { requireAdmin } from "~/features/accounts/policy";
import { changeTicketStatus } from "~/features/tickets/commands.server";
import { ticketJson } from "~/features/tickets/json.server";
import { TICKET_NOT_FOUND } from "~/features/tickets/policy";
import { statusInput } from "~/features/tickets/schema.server";
import { apiRoute } from "~/http/api.server";
import { requireId } from "~/lib/ids";

export const { loader, action } = apiRoute({
  PATCH: {
    audience: "admin",
    body: "text",
    limit: "moderate",
    run: async ({ params, input, requireUser }) => {
      const viewer = await requireUser();
      requireAdmin(viewer);
      const id = requireId(params.ticketId, TICKET_NOT_FOUND);
      changeTicketStatus(viewer, id, (await input(statusInput)).status);
      return { body: { data: { doc: ticketJson(viewer, id) } } };
    },
  },
});

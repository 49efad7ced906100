import { changeTicketStatus } from "~/features/tickets/commands.server";
import { ticketJson } from "~/features/tickets/json.server";
import { ticketShape } from "~/features/tickets/json-shapes.server";
import { TICKET_NOT_FOUND } from "~/features/tickets/policy";
import { statusInput } from "~/features/tickets/schema.server";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  PATCH: {
    audience: "admin",
    summary: "Move a ticket",
    id: ["ticketId", TICKET_NOT_FOUND],
    body: "text",
    input: statusInput,
    answer: dataOf({ doc: ticketShape }),
    limit: "moderate",
    run: ({ viewer, id, input }) => {
      changeTicketStatus(viewer, id, input.status);
      return { body: { data: { doc: ticketJson(viewer, id) } } };
    },
  },
});

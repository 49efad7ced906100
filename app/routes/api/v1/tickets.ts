import { z } from "zod";
import { changeTicketStatus, submitTicket } from "~/features/tickets/commands.server";
import { listTicketsJson, ticketJson, ticketShape } from "~/features/tickets/json.server";
import { TICKET_NOT_FOUND } from "~/features/tickets/policy";
import { statusInput, ticketInput, ticketQuery } from "~/features/tickets/schema.server";
import { apiResource, read, write } from "~/http/api/resource.server";
import { dataShape, messageShape, namedListShape, pageCounts } from "~/http/api/responses.server";

const rules = { about: "Requests to the support desk", notFoundMessage: TICKET_NOT_FOUND };

export const { loader, action, calls } = apiResource("/api/v1/tickets", rules, {
  "GET /": read({
    name: "listTickets",
    audience: "admin",
    summary: "The support inbox",
    query: ticketQuery,
    perPage: 50,
    response: namedListShape({ tickets: z.array(ticketShape) }),
    run: ({ viewer, query, page }) => {
      const tickets = listTicketsJson(viewer, query, page);
      return { body: { ...pageCounts(tickets), data: { tickets: tickets.rows } } };
    },
  }),
  "POST /submit": write({
    name: "submitTicket",
    audience: "anyone",
    summary: "Ask the support desk",
    input: ticketInput,
    response: messageShape(),
    status: 201,
    limit: "ticket",
    run: async ({ input, findViewer }) => ({ body: { message: submitTicket(await findViewer(), input).message } }),
  }),
  "PATCH /:ticketId/status": write({
    name: "setTicketStatus",
    refusals: [409],
    audience: "admin",
    summary: "Change a ticket’s status",
    input: statusInput,
    response: dataShape({ doc: ticketShape }),
    limit: "moderate",
    run: ({ viewer, id, input }) => {
      changeTicketStatus(viewer, id, input.status);
      return { body: { data: { doc: ticketJson(viewer, id) } } };
    },
  }),
});

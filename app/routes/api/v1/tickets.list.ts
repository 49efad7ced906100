import { z } from "zod";
import { listTicketsJson } from "~/features/tickets/json.server";
import { ticketShape } from "~/features/tickets/json-shapes.server";
import { ticketQuery } from "~/features/tickets/schema.server";
import { apiRoute } from "~/http/api.server";
import { listIn, pageOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "admin",
    summary: "The support inbox",
    query: ticketQuery,
    perPage: 50,
    answer: listIn({ tickets: z.array(ticketShape) }),
    limit: "none",
    run: ({ viewer, query, page }) => {
      const tickets = listTicketsJson(viewer, query, page);
      return { body: { ...pageOf(tickets), data: { tickets: tickets.rows } } };
    },
  },
});

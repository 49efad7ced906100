import { submitTicket } from "~/features/tickets/commands.server";
import { ticketInput } from "~/features/tickets/schema.server";
import { apiRoute } from "~/http/api.server";

export const { loader, action } = apiRoute({
  POST: {
    audience: "anyone",
    body: "text",
    limit: "ticket",
    run: async ({ input, viewer }) => {
      const request = await input(ticketInput);
      const submitter = await viewer();
      return { status: 201, body: { message: submitTicket(submitter, request).message } };
    },
  },
});

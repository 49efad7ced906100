import { submitTicket } from "~/features/tickets/commands.server";
import { ticketInput } from "~/features/tickets/schema";
import { apiRoute } from "~/http/api.server";
import { countTicket } from "~/http/ticket-limit.server";

export const { loader, action } = apiRoute({
  POST: async ({ input, viewer, clientAddress }) => {
    const request = await input(ticketInput);
    const submitter = await viewer();
    await countTicket(clientAddress, submitter);
    return { status: 201, body: { message: submitTicket(submitter, request).message } };
  },
});

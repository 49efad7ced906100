import { submitTicket } from "~/features/tickets/commands.server";
import { ticketInput } from "~/features/tickets/schema.server";
import { apiRoute } from "~/http/api.server";
import { messageOnly } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  POST: {
    audience: "anyone",
    summary: "Ask the support desk",
    body: "text",
    input: ticketInput,
    answer: messageOnly(),
    status: 201,
    limit: "ticket",
    run: async ({ input, findViewer }) => ({ body: { message: submitTicket(await findViewer(), input).message } }),
  },
});

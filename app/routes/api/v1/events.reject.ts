import { rejectEvent } from "~/features/events/decisions.server";
import { eventJson } from "~/features/events/json.server";
import { eventDetailShape } from "~/features/events/json-shapes.server";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { rejectionInput } from "~/features/events/schema.server";
import { apiRoute } from "~/http/api.server";
import { dataOf, message } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  PATCH: {
    audience: "admin",
    summary: "Reject an event; the reason is optional",
    id: ["eventId", EVENT_NOT_FOUND],
    body: "text",
    input: rejectionInput,
    answer: dataOf({ doc: eventDetailShape }, { message }),
    limit: "moderate",
    run: ({ viewer, id, input }) => {
      rejectEvent(viewer, id, input.reason);
      return { body: { message: EVENT_MESSAGES.rejected, data: { doc: eventJson(id, viewer) } } };
    },
  },
});

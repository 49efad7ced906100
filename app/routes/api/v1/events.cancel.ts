import { cancelEvent } from "~/features/events/cancel.server";
import { eventJson } from "~/features/events/json.server";
import { eventDetailShape } from "~/features/events/json-shapes.server";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { cancellationInput } from "~/features/events/schema.server";
import { apiRoute } from "~/http/api.server";
import { dataOf, message } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  POST: {
    audience: "member",
    summary: "Cancel one's live event, or as an admin anybody's, for good; the reason is optional and public",
    id: ["eventId", EVENT_NOT_FOUND],
    body: "text",
    input: cancellationInput,
    answer: dataOf({ doc: eventDetailShape }, { message }),
    limit: "edit",
    run: ({ viewer, id, input }) => {
      cancelEvent(viewer, id, input.reason);
      return { body: { message: EVENT_MESSAGES.cancelled, data: { doc: eventJson(id, viewer) } } };
    },
  },
});

import { approveEvent } from "~/features/events/decisions.server";
import { eventJson } from "~/features/events/json.server";
import { eventDetailShape } from "~/features/events/json-shapes.server";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { apiRoute } from "~/http/api.server";
import { dataOf, message } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  PATCH: {
    audience: "admin",
    summary: "Approve an event",
    id: ["eventId", EVENT_NOT_FOUND],
    body: "text",
    answer: dataOf({ doc: eventDetailShape }, { message }),
    limit: "moderate",
    run: ({ viewer, id }) => {
      approveEvent(viewer, id);
      return { body: { message: EVENT_MESSAGES.approved, data: { doc: eventJson(id, viewer) } } };
    },
  },
});

import { listPendingEventsJson } from "~/features/events/json.server";
import { eventShape } from "~/features/events/json-shapes.server";
import { apiRoute } from "~/http/api.server";
import { listAnswer, listOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "admin",
    summary: "Events that wait for review",
    perPage: 50,
    answer: listOf(eventShape),
    limit: "none",
    run: ({ viewer, page }) => listAnswer(listPendingEventsJson(viewer, page)),
  },
});

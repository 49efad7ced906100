import { listOwnEventsJson } from "~/features/events/json.server";
import { eventShape } from "~/features/events/json-shapes.server";
import { apiRoute } from "~/http/api.server";
import { listAnswer, listOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "member",
    summary: "One's submitted events, newest first",
    perPage: 20,
    answer: listOf(eventShape),
    limit: "none",
    run: ({ viewer, page }) => listAnswer(listOwnEventsJson(viewer, page)),
  },
});

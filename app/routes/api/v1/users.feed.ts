import { listFeedJson } from "~/features/feed/json.server";
import { activityShape } from "~/features/feed/json-shapes.server";
import { apiRoute } from "~/http/api.server";
import { listAnswer, listOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "member",
    summary: "What happened in the garages one follows, the newest first; the newest 1,000",
    perPage: 20,
    answer: listOf(activityShape),
    limit: "none",
    run: ({ viewer, page }) => listAnswer(listFeedJson(viewer, page)),
  },
});

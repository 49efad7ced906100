import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { listReviewsJson, reviewJson } from "~/features/social/json.server";
import { reviewShape } from "~/features/social/json-shapes.server";
import { reviewGarage } from "~/features/social/reviews.server";
import { reviewInput } from "~/features/social/schema.server";
import { apiRoute } from "~/http/api.server";
import { dataOf, listAnswer, listOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "A garage's reviews, the newest first",
    id: ["garageId", GARAGE_NOT_FOUND],
    perPage: 20,
    answer: listOf(reviewShape),
    limit: "none",
    cached: true,
    run: async ({ id, page, findViewer }) => listAnswer(listReviewsJson(id, page, await findViewer())),
  },
  POST: {
    audience: "member",
    summary: "Review a garage; a second review replaces the first",
    id: ["garageId", GARAGE_NOT_FOUND],
    body: "text",
    input: reviewInput,
    answer: dataOf({ doc: reviewShape }),
    status: [200, 201],
    limit: "review",
    run: ({ viewer, id: garageId, input }) => {
      const { id, replaced } = reviewGarage(viewer, garageId, input);
      return { status: replaced ? 200 : 201, body: { data: { doc: reviewJson(id) } } };
    },
  },
});

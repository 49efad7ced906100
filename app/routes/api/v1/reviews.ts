import { removalInput } from "~/features/cases/schema.server";
import { REVIEW_NOT_FOUND } from "~/features/social/policy";
import { deleteReview } from "~/features/social/reviews.server";
import { apiResource, write } from "~/http/api/resource.server";

const rules = { about: "Reviews of garages", notFoundMessage: REVIEW_NOT_FOUND };

export const { loader, action, calls } = apiResource("/api/v1/reviews", rules, {
  "DELETE /:reviewId": write({
    name: "deleteReview",
    audience: "member",
    summary: "Delete a review",
    input: removalInput,
    response: "nothing",
    limit: "edit",
    run: ({ viewer, id, input }) => deleteReview(viewer, id, input.facts),
  }),
});

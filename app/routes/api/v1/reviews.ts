import { REVIEW_NOT_FOUND } from "~/features/social/policy";
import { deleteReview } from "~/features/social/reviews.server";
import { apiResource, write } from "~/http/api/api.server";

export const { loader, action, calls } = apiResource("/api/v1/reviews", REVIEW_NOT_FOUND, {
  "DELETE /:reviewId": write({
    audience: "member",
    summary: "Delete a review",
    answer: "nothing",
    limit: "edit",
    run: ({ viewer, id }) => deleteReview(viewer, id),
  }),
});

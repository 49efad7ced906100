import { REVIEW_NOT_FOUND } from "~/features/social/policy";
import { deleteReview } from "~/features/social/reviews.server";
import { apiRoute } from "~/http/api.server";

export const { loader, action, calls } = apiRoute({
  DELETE: {
    audience: "member",
    summary: "Delete a review",
    id: ["reviewId", REVIEW_NOT_FOUND],
    body: "none",
    answer: "nothing",
    limit: "edit",
    run: ({ viewer, id }) => {
      deleteReview(viewer, id);
      return {};
    },
  },
});

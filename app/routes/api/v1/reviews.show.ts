import { REVIEW_NOT_FOUND } from "~/features/social/policy";
import { deleteReview } from "~/features/social/reviews.server";
import { apiRoute } from "~/http/api.server";
import { requireId } from "~/lib/ids";

/** `DELETE /reviews/{id}`. */
export const { loader, action } = apiRoute({
  DELETE: {
    audience: "member",
    body: "none",
    limit: "edit",
    run: async (call) => {
      deleteReview(await call.requireUser(), requireId(call.params.reviewId, REVIEW_NOT_FOUND));
      return { status: 204 };
    },
  },
});

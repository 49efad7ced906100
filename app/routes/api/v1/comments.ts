import { deleteComment } from "~/features/social/comments.server";
import { COMMENT_NOT_FOUND } from "~/features/social/policy";
import { apiResource, write } from "~/http/api/api.server";

export const { loader, action, calls } = apiResource("/api/v1/comments", COMMENT_NOT_FOUND, {
  "DELETE /:commentId": write({
    audience: "member",
    summary: "Delete a comment",
    answer: "nothing",
    limit: "edit",
    run: ({ viewer, id }) => deleteComment(viewer, id),
  }),
});

import { deleteComment } from "~/features/social/comments.server";
import { COMMENT_NOT_FOUND } from "~/features/social/policy";
import { apiRoute } from "~/http/api.server";

export const { loader, action, calls } = apiRoute({
  DELETE: {
    audience: "member",
    summary: "Delete a comment",
    id: ["commentId", COMMENT_NOT_FOUND],
    body: "none",
    answer: "nothing",
    limit: "edit",
    run: ({ viewer, id }) => {
      deleteComment(viewer, id);
      return {};
    },
  },
});

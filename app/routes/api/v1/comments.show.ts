import { deleteComment } from "~/features/social/comments.server";
import { COMMENT_NOT_FOUND } from "~/features/social/policy";
import { apiRoute } from "~/http/api.server";
import { requireId } from "~/lib/ids";

/** `DELETE /comments/{id}`. */
export const { loader, action } = apiRoute({
  DELETE: {
    audience: "member",
    body: "none",
    limit: "edit",
    run: async (call) => {
      deleteComment(await call.requireUser(), requireId(call.params.commentId, COMMENT_NOT_FOUND));
      return { status: 204 };
    },
  },
});

import { removalInput } from "~/features/cases/schema.server";
import { deleteComment } from "~/features/social/comments.server";
import { COMMENT_NOT_FOUND } from "~/features/social/policy";
import { apiResource, write } from "~/http/api/resource.server";

const rules = { about: "Comments on vehicles", notFoundMessage: COMMENT_NOT_FOUND };

export const { loader, action, calls } = apiResource("/api/v1/comments", rules, {
  "DELETE /:commentId": write({
    name: "deleteComment",
    audience: "member",
    summary: "Delete a comment",
    input: removalInput,
    response: "nothing",
    limit: "edit",
    run: ({ viewer, id, input }) => deleteComment(viewer, id, input.facts),
  }),
});

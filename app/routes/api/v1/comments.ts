import { removalInput } from "~/features/cases/schema.server";
import { deleteComment, editComment } from "~/features/social/comments.server";
import { commentJson, commentShape } from "~/features/social/json.server";
import { COMMENT_NOT_FOUND } from "~/features/social/policy";
import { commentChange } from "~/features/social/schema.server";
import { apiResource, write } from "~/http/api/resource.server";
import { dataShape } from "~/http/api/responses.server";

const rules = { about: "Comments on vehicles", notFoundMessage: COMMENT_NOT_FOUND };

export const { loader, action, calls } = apiResource("/api/v1/comments", rules, {
  "PATCH /:commentId": write({
    name: "editComment",
    isPartial: true,
    audience: "member",
    summary: "Edit your own comment",
    input: commentChange,
    response: dataShape({ doc: commentShape }),
    limit: "edit",
    run: ({ viewer, id, input, precondition }) => {
      editComment(viewer, id, input, precondition);
      return { body: { data: { doc: commentJson(id, viewer) } } };
    },
  }),
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

import { addComment } from "~/features/social/comments.server";
import { commentJson, listCommentsJson } from "~/features/social/json.server";
import { commentShape } from "~/features/social/json-shapes.server";
import { COMMENTS_A_PAGE } from "~/features/social/limits";
import { commentInput } from "~/features/social/schema.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { apiRoute } from "~/http/api.server";
import { dataOf, listAnswer, listOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "A vehicle's comments, the oldest first",
    id: ["vehicleId", VEHICLE_NOT_FOUND],
    perPage: COMMENTS_A_PAGE,
    answer: listOf(commentShape),
    limit: "none",
    cached: true,
    run: async ({ id, page, findViewer }) => listAnswer(listCommentsJson(id, page, await findViewer())),
  },
  POST: {
    audience: "member",
    summary: "Comment on a vehicle, or answer a comment (`parent`); an answer to an answer joins the first comment",
    id: ["vehicleId", VEHICLE_NOT_FOUND],
    body: "text",
    input: commentInput,
    answer: dataOf({ doc: commentShape }),
    status: 201,
    limit: "comment",
    run: ({ viewer, id, input }) => ({ body: { data: { doc: commentJson(addComment(viewer, id, input)) } } }),
  },
});

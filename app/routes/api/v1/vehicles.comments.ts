import { addComment } from "~/features/social/comments.server";
import { commentJson, listCommentsJson } from "~/features/social/json.server";
import { COMMENTS_A_PAGE } from "~/features/social/limits";
import { commentInput } from "~/features/social/schema.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { type ApiCall, apiRoute } from "~/http/api.server";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";

const idOf = ({ params }: ApiCall) => requireId(params.vehicleId, VEHICLE_NOT_FOUND);

/** `GET`, the oldest first, and `POST /vehicles/{id}/comments`. */
export const { loader, action } = apiRoute({
  GET: (call) => {
    const { rows, total, page, limit } = listCommentsJson(idOf(call), parsePage(call.query, COMMENTS_A_PAGE));
    return { body: { results: rows.length, total, page, limit, data: { data: rows } } };
  },
  POST: {
    audience: "member",
    body: "text",
    limit: "comment",
    run: async (call) => {
      const viewer = await call.requireUser();
      const vehicleId = idOf(call);
      const id = addComment(viewer, vehicleId, await call.input(commentInput));
      return { status: 201, body: { data: { doc: commentJson(id) } } };
    },
  },
});

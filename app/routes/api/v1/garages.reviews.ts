import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { listReviewsJson, reviewJson } from "~/features/social/json.server";
import { reviewGarage } from "~/features/social/reviews.server";
import { reviewInput } from "~/features/social/schema.server";
import { type ApiCall, apiRoute } from "~/http/api.server";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";

const idOf = ({ params }: ApiCall) => requireId(params.garageId, GARAGE_NOT_FOUND);

/** `GET`, the newest first, and `POST /garages/{id}/reviews`: 201 for a first review, 200 for one that replaces it. */
export const { loader, action } = apiRoute({
  GET: (call) => {
    const { rows, total, page, limit } = listReviewsJson(idOf(call), parsePage(call.query));
    return { body: { results: rows.length, total, page, limit, data: { data: rows } } };
  },
  POST: {
    audience: "member",
    body: "text",
    limit: "review",
    run: async (call) => {
      const viewer = await call.requireUser();
      const { id, replaced } = reviewGarage(viewer, idOf(call), await call.input(reviewInput));
      return { status: replaced ? 200 : 201, body: { data: { doc: reviewJson(id) } } };
    },
  },
});

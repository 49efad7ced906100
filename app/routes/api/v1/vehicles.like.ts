import { z } from "zod";
import { setLike } from "~/features/social/likes.server";
import { LIKE_NEEDS_LOGIN } from "~/features/social/policy";
import { likeInput } from "~/features/social/schema.server";
import { vehicleJson } from "~/features/vehicles/json.server";
import { vehicleShape } from "~/features/vehicles/json-shapes.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  PATCH: {
    audience: "member",
    visitors: LIKE_NEEDS_LOGIN,
    summary: "Like or like no more: toggles, or sets `liked`",
    id: ["vehicleId", VEHICLE_NOT_FOUND],
    body: "text",
    input: likeInput,
    answer: dataOf({ doc: vehicleShape, liked: z.boolean(), likeCount: z.int() }),
    limit: "like",
    run: ({ viewer, id, input }) => {
      const state = setLike(viewer, id, input.liked);
      return { body: { data: { doc: vehicleJson(id), ...state } } };
    },
  },
});

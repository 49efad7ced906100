import { setLike } from "~/features/social/likes.server";
import { LIKE_NEEDS_LOGIN } from "~/features/social/policy";
import { likeInput } from "~/features/social/schema.server";
import { vehicleJson } from "~/features/vehicles/json.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { apiRoute } from "~/http/api.server";
import { DomainError } from "~/lib/errors";
import { requireId } from "~/lib/ids";

/** `PATCH /vehicles/{id}/like`: toggles, or sets with `{"liked": true|false}`. */
export const { loader, action } = apiRoute({
  PATCH: {
    audience: "anyone",
    body: "text",
    limit: "like",
    run: async (call) => {
      const viewer = await call.viewer();
      if (!viewer) throw new DomainError("unauthenticated", LIKE_NEEDS_LOGIN);
      const id = requireId(call.params.vehicleId, VEHICLE_NOT_FOUND);
      const { liked } = await call.input(likeInput);
      const state = setLike(viewer, id, liked);
      return { body: { data: { doc: vehicleJson(id), ...state } } };
    },
  },
});

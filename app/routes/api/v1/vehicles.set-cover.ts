import { setCover } from "~/features/vehicles/commands.server";
import { vehicleJson } from "~/features/vehicles/json.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { coverChoice } from "~/features/vehicles/schema.server";
import { apiRoute } from "~/http/api.server";
import { requireId } from "~/lib/ids";

export const { loader, action } = apiRoute({
  PATCH: {
    audience: "member",
    body: "text",
    limit: "edit",
    run: async (call) => {
      const viewer = await call.requireUser();
      const id = requireId(call.params.vehicleId, VEHICLE_NOT_FOUND);
      const { photoFilename } = await call.input(coverChoice);
      setCover(viewer, id, photoFilename);
      return { body: { data: { doc: vehicleJson(id) } } };
    },
  },
});

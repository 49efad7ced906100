import { addPhotos } from "~/features/photos/commands.server";
import { photosJson } from "~/features/photos/json.server";
import { uploadTarget } from "~/features/photos/schema.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { apiRoute } from "~/http/api.server";
import { requireId } from "~/lib/ids";

export const { loader, action } = apiRoute({
  POST: {
    audience: "member",
    body: "files",
    limit: "edit",
    run: async (call) => {
      const viewer = await call.requireUser();
      const { input, files } = await call.upload(uploadTarget);
      const vehicleId = requireId(input.vehicleId, VEHICLE_NOT_FOUND);
      const ids = await addPhotos(viewer, vehicleId, files.photos ?? []);
      return { status: 201, body: { data: { data: photosJson(ids) } } };
    },
  },
});

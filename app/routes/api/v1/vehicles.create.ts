import { addVehicle } from "~/features/vehicles/commands.server";
import { vehicleJson } from "~/features/vehicles/json.server";
import { vehicleInput } from "~/features/vehicles/schema.server";
import { apiRoute } from "~/http/api.server";

export const { loader, action } = apiRoute({
  POST: {
    audience: "member",
    body: "files",
    limit: "edit",
    run: async (call) => {
      const viewer = await call.requireUser();
      const { input, files } = await call.upload(vehicleInput);
      const id = await addVehicle(viewer, input, files.photos ?? []);
      return { status: 201, body: { data: { doc: vehicleJson(id) } } };
    },
  },
});

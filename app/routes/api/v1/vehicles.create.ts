import { addVehicle } from "~/features/vehicles/commands.server";
import { vehicleJson } from "~/features/vehicles/json.server";
import { vehicleInput } from "~/features/vehicles/schema";
import { apiRoute } from "~/http/api.server";
import { clientKey, countTry } from "~/http/rate-limit.server";

export const { loader, action } = apiRoute({
  POST: async (call) => {
    const viewer = await call.requireUser();
    await countTry("upload", clientKey(call.clientAddress), `user:${viewer.id}`);
    const { input, files } = await call.upload(vehicleInput);
    const id = await addVehicle(viewer, input, files.photos ?? []);
    return { status: 201, body: { data: { doc: vehicleJson(id) } } };
  },
});

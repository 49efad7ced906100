import { deleteVehicle, updateVehicle } from "~/features/vehicles/commands.server";
import { vehicleJson } from "~/features/vehicles/json.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { vehicleChange } from "~/features/vehicles/schema.server";
import { type ApiCall, apiRoute } from "~/http/api.server";
import { requireId } from "~/lib/ids";

const idOf = ({ params }: ApiCall) => requireId(params.vehicleId, VEHICLE_NOT_FOUND);

export const { loader, action } = apiRoute({
  GET: (call) => ({ body: { data: { doc: vehicleJson(idOf(call)) } } }),
  PATCH: {
    audience: "member",
    body: "text",
    limit: "edit",
    run: async (call) => {
      const viewer = await call.requireUser();
      const id = idOf(call);
      updateVehicle(viewer, id, await call.input(vehicleChange));
      return { body: { data: { doc: vehicleJson(id) } } };
    },
  },
  DELETE: {
    audience: "member",
    body: "none",
    limit: "edit",
    run: async (call) => {
      await deleteVehicle(await call.requireUser(), idOf(call));
      return { status: 204 };
    },
  },
});

import { deleteVehicle, updateVehicle } from "~/features/vehicles/commands.server";
import { vehicleJson } from "~/features/vehicles/json.server";
import { vehicleShape } from "~/features/vehicles/json-shapes.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { vehicleChange } from "~/features/vehicles/schema.server";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "A vehicle",
    id: ["vehicleId", VEHICLE_NOT_FOUND],
    answer: dataOf({ doc: vehicleShape }),
    limit: "none",
    cached: true,
    run: ({ id }) => ({ body: { data: { doc: vehicleJson(id) } } }),
  },
  PATCH: {
    audience: "member",
    summary: "Change a vehicle; what is left out stays",
    id: ["vehicleId", VEHICLE_NOT_FOUND],
    body: "text",
    input: vehicleChange,
    answer: dataOf({ doc: vehicleShape }),
    limit: "edit",
    run: ({ viewer, id, input }) => {
      updateVehicle(viewer, id, input);
      return { body: { data: { doc: vehicleJson(id) } } };
    },
  },
  DELETE: {
    audience: "member",
    summary: "Delete a vehicle",
    id: ["vehicleId", VEHICLE_NOT_FOUND],
    body: "none",
    answer: "nothing",
    limit: "edit",
    run: async ({ viewer, id }) => {
      await deleteVehicle(viewer, id);
      return {};
    },
  },
});

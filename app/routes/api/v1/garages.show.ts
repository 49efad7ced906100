import { getGarageJson } from "~/features/garages/json.server";
import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { listGarageVehiclesJson } from "~/features/vehicles/json.server";
import { garageDetailShape } from "~/features/vehicles/json-shapes.server";
import { apiRoute } from "~/http/api.server";
import { listIn, pageOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "A garage with its vehicles, newest first; `page` and `limit` are theirs",
    id: ["garageId", GARAGE_NOT_FOUND],
    perPage: 100,
    answer: listIn({ garage: garageDetailShape }),
    limit: "none",
    cached: true,
    run: (call) => {
      const garage = getGarageJson(call.id);
      const vehicles = listGarageVehiclesJson(call.id, call.page);
      return { body: { ...pageOf(vehicles), data: { garage: { ...garage, vehicles: vehicles.rows } } } };
    },
  },
});

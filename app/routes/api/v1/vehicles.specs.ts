import { setSpecs } from "~/features/vehicles/commands.server";
import { vehicleJson } from "~/features/vehicles/json.server";
import { vehicleShape } from "~/features/vehicles/json-shapes.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { specsInput } from "~/features/vehicles/schema.server";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  PUT: {
    audience: "member",
    summary: "Set its spec sheet, all rows in their order; in a form repeated `name` and `value`",
    id: ["vehicleId", VEHICLE_NOT_FOUND],
    body: "text",
    input: specsInput,
    answer: dataOf({ doc: vehicleShape }),
    limit: "edit",
    run: ({ viewer, id, input }) => {
      setSpecs(viewer, id, input.specs);
      return { body: { data: { doc: vehicleJson(id) } } };
    },
  },
});

import { setCover } from "~/features/vehicles/commands.server";
import { vehicleJson } from "~/features/vehicles/json.server";
import { vehicleShape } from "~/features/vehicles/json-shapes.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { coverChoice } from "~/features/vehicles/schema.server";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  PATCH: {
    audience: "member",
    summary: "Choose the cover among its photos",
    id: ["vehicleId", VEHICLE_NOT_FOUND],
    body: "text",
    input: coverChoice,
    answer: dataOf({ doc: vehicleShape }),
    limit: "edit",
    run: ({ viewer, id, input }) => {
      setCover(viewer, id, input.photoFilename);
      return { body: { data: { doc: vehicleJson(id) } } };
    },
  },
});

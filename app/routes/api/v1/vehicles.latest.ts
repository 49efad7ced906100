import { listLatestVehiclesJson } from "~/features/vehicles/json.server";
import { vehicleShape } from "~/features/vehicles/json-shapes.server";
import { apiRoute } from "~/http/api.server";
import { listAnswer, listOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "The newest vehicles",
    perPage: 20,
    answer: listOf(vehicleShape),
    limit: "none",
    cached: true,
    run: ({ page }) => listAnswer(listLatestVehiclesJson(page)),
  },
});

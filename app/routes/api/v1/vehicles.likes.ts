import { personInListShape } from "~/features/accounts/json-shapes.server";
import { listLikersJson } from "~/features/social/json.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { apiRoute } from "~/http/api.server";
import { listAnswer, listOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "Who likes a vehicle, the newest like first",
    id: ["vehicleId", VEHICLE_NOT_FOUND],
    perPage: 20,
    answer: listOf(personInListShape),
    limit: "none",
    cached: true,
    run: ({ id, page }) => listAnswer(listLikersJson(id, page)),
  },
});

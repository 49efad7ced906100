import { garageShape } from "~/features/garages/json-shapes.server";
import { listFollowedGaragesJson } from "~/features/social/followed-garages.server";
import { apiRoute } from "~/http/api.server";
import { listAnswer, listOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "member",
    summary: "Garages of the people one follows, the newest follow first",
    perPage: 20,
    answer: listOf(garageShape),
    limit: "none",
    run: ({ viewer, page }) => listAnswer(listFollowedGaragesJson(viewer, page)),
  },
});

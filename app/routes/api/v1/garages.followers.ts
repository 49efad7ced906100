import { personInListShape } from "~/features/accounts/json-shapes.server";
import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { listFollowersJson } from "~/features/social/json.server";
import { apiRoute } from "~/http/api.server";
import { listAnswer, listOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "Who follows a garage, that is its owner, the newest follow first",
    id: ["garageId", GARAGE_NOT_FOUND],
    perPage: 20,
    answer: listOf(personInListShape),
    limit: "none",
    cached: true,
    run: ({ id, page }) => listAnswer(listFollowersJson(id, page)),
  },
});

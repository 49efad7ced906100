import { listMakesJson } from "~/features/browse/json.server";
import { makeShape } from "~/features/browse/json-shapes.server";
import { apiRoute } from "~/http/api.server";
import { listAnswer, listOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "The makes that have vehicles, the most first",
    perPage: 20,
    answer: listOf(makeShape),
    limit: "none",
    cached: true,
    run: ({ page }) => listAnswer(listMakesJson(page)),
  },
});

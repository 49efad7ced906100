import { listModelsJson } from "~/features/browse/json.server";
import { modelShape } from "~/features/browse/json-shapes.server";
import { modelsQuery } from "~/features/browse/schema.server";
import { apiRoute } from "~/http/api.server";
import { listAnswer, listOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "The models of a make that have vehicles, the most first; none of a make that nobody has",
    query: modelsQuery,
    perPage: 20,
    answer: listOf(modelShape),
    limit: "none",
    cached: true,
    run: ({ query: { make }, page }) => listAnswer(listModelsJson(make, page)),
  },
});

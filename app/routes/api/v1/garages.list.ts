import { listGaragesJson } from "~/features/garages/json.server";
import { garageShape } from "~/features/garages/json-shapes.server";
import { garageQuerySchema } from "~/features/garages/schema.server";
import { apiRoute } from "~/http/api.server";
import { listAnswer, listOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "Garages by name, sorted; the text is literal, no case counts",
    query: garageQuerySchema,
    perPage: 20,
    answer: listOf(garageShape),
    limit: { asked: { "name[regex]": "search" } },
    cached: true,
    run: ({ query: { "name[regex]": search, sort }, page }) => listAnswer(listGaragesJson({ search, sort }, page)),
  },
});

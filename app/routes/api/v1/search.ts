import { searchJson } from "~/features/search/json.server";
import { searchSections, searchTotals } from "~/features/search/json-shapes.server";
import { searchSchema } from "~/features/search/schema.server";
import { apiRoute } from "~/http/api.server";
import { listIn } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "Garages, users, vehicles and events that have every word, literally; an empty `q` finds nothing",
    query: searchSchema,
    perPage: 20,
    answer: listIn(searchSections, { totals: searchTotals }),
    limit: "search",
    cached: true,
    run: ({ query, page }) => ({ body: searchJson(query.q, page) }),
  },
});

import { searchJson, searchSections, searchTotals } from "~/features/search/json.server";
import { searchSchema } from "~/features/search/schema.server";
import { listIn } from "~/http/api/answers.server";
import { apiResource, read } from "~/http/api/api.server";

export const { loader, action, calls } = apiResource("/api/v1/search", null, {
  "GET /": read({
    audience: "anyone",
    summary: "Garages, users, vehicles and events that contain every word, literally; an empty `q` finds nothing",
    query: searchSchema,
    perPage: 20,
    answer: listIn(searchSections, { totals: searchTotals }),
    limit: "search",
    cached: true,
    run: ({ query, page }) => ({ body: searchJson(query.q, page) }),
  }),
});

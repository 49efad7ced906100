import { searchJson, searchSections, searchSuggestion, searchTotals } from "~/features/search/json.server";
import { searchSchema } from "~/features/search/schema.server";
import { apiResource, read } from "~/http/api/resource.server";
import { namedListShape } from "~/http/api/responses.server";

const rules = { about: "Search over garages, users, vehicles and events" };

export const { loader, action, calls } = apiResource("/api/v1/search", rules, {
  "GET /": read({
    name: "search",
    audience: "anyone",
    summary: "Garages, users, vehicles and events that contain every word, literally; an empty `q` finds nothing",
    query: searchSchema,
    perPage: 20,
    response: namedListShape(searchSections, { totals: searchTotals, suggestion: searchSuggestion }),
    limit: "search",
    cached: true,
    run: ({ query, page }) => ({ body: searchJson(query.q, page) }),
  }),
});

import { searchJson } from "~/features/search/json.server";
import { searchSchema } from "~/features/search/schema.server";
import { apiRoute } from "~/http/api.server";
import { decode } from "~/lib/decode";
import { parsePage } from "~/lib/paging";

/** `GET /search?q=&limit=&page=`: garages, users and vehicles that have every word, literally. An empty `q` finds nothing. */
export const { loader, action } = apiRoute({
  GET: {
    limit: "search",
    run: ({ query }) => {
      const { q } = decode(searchSchema, { q: query.get("q") });
      return { body: { ...searchJson(q, parsePage(query)) } };
    },
  },
});

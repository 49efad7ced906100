import { listRandomGaragesJson } from "~/features/garages/json.server";
import { apiRoute } from "~/http/api.server";
import { parsePage } from "~/lib/paging";

/** `GET /garages/random?limit=4`: 1 to 20. */
export const { loader, action } = apiRoute({
  GET: ({ query }) => {
    const rows = listRandomGaragesJson(parsePage(query, 4, 20).limit);
    return { body: { results: rows.length, data: { data: rows } } };
  },
});

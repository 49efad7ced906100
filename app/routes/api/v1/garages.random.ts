import { listGaragesJson, listRandomGaragesJson } from "~/features/garages/json.server";
import { DEFAULT_SORT } from "~/features/garages/limits";
import { apiRoute } from "~/http/api.server";
import { parsePage } from "~/lib/paging";

/** `GET /garages/random?limit=4`: 1 to 20; every page of them is a first one. */
export const { loader, action } = apiRoute({
  GET: ({ query }) => {
    const { limit } = parsePage(query, 20, 20);
    const rows = listRandomGaragesJson(limit);
    const { total } = listGaragesJson({ search: "", sort: DEFAULT_SORT }, { page: 1, limit: 1 });
    return { body: { results: rows.length, total, page: 1, limit, data: { data: rows } } };
  },
});

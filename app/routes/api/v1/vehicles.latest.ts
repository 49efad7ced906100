import { listLatestVehiclesJson } from "~/features/vehicles/json.server";
import { apiRoute } from "~/http/api.server";
import { parsePage } from "~/lib/paging";

export const { loader, action } = apiRoute({
  GET: ({ query }) => {
    const { rows, total, page, limit } = listLatestVehiclesJson(parsePage(query));
    return { body: { results: rows.length, total, page, limit, data: { data: rows } } };
  },
});

import { getGarageJson } from "~/features/garages/json.server";
import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { listGarageVehiclesJson } from "~/features/vehicles/json.server";
import { apiRoute } from "~/http/api.server";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";

/** `GET /garages/{id}`: the garage with its vehicles, newest first; `page` and `limit` (here up to 100, the default) are theirs. */
export const { loader, action } = apiRoute({
  GET: ({ params, query }) => {
    const id = requireId(params.garageId, GARAGE_NOT_FOUND);
    const garage = getGarageJson(id);
    const { rows, total, page, limit } = listGarageVehiclesJson(id, parsePage(query, 100));
    return { body: { results: rows.length, total, page, limit, data: { garage: { ...garage, vehicles: rows } } } };
  },
});

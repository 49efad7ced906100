import { listGaragesJson, listRandomGaragesJson } from "~/features/garages/json.server";
import { garageShape } from "~/features/garages/json-shapes.server";
import { DEFAULT_SORT } from "~/features/garages/limits";
import { apiRoute } from "~/http/api.server";
import { listAnswer, listOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "Random garages; every page of them is a first one",
    perPage: 20,
    maxPerPage: 20,
    answer: listOf(garageShape),
    limit: "none",
    cached: "elsewhere",
    run: ({ page: { limit } }) => {
      const rows = listRandomGaragesJson(limit);
      const { total } = listGaragesJson({ search: "", sort: DEFAULT_SORT }, { page: 1, limit: 1 });
      return listAnswer({ rows, total, page: 1, limit });
    },
  },
});

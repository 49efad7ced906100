import { listGaragesJson } from "~/features/garages/json.server";
import { garageQuerySchema } from "~/features/garages/schema.server";
import { apiRoute } from "~/http/api.server";
import { countLookUp } from "~/http/call.server";
import { decode } from "~/lib/decode";
import { parsePage } from "~/lib/paging";

/** `GET /garages?sort=&limit=&page=&name[regex]=&name[options]=i`. The text is literal and no case counts, whatever the options. */
export const { loader, action } = apiRoute({
  GET: async ({ query, request, context }) => {
    await countLookUp({ request, context }, { text: query.get("name[regex]") });
    const { "name[regex]": search, sort } = decode(garageQuerySchema, Object.fromEntries(query));
    const { rows, total, page, limit } = listGaragesJson({ search, sort }, parsePage(query));
    return { body: { results: rows.length, total, page, limit, data: { data: rows } } };
  },
});

import { listEventsJson } from "~/features/events/json.server";
import { eventQuery } from "~/features/events/schema.server";
import { apiRoute } from "~/http/api.server";
import { countLookUp } from "~/http/call.server";
import { decode } from "~/lib/decode";
import { parsePage } from "~/lib/paging";

/**
 * `GET /events?title[regex]=&title[options]=i&category=&from=&to=&past=&near=&radius=&unplaced=&page=&limit=`: upcoming ones
 * unless `past` or `from` says otherwise. The text is literal and no case counts, whatever the options. `near` is a town
 * by name, `radius` how far from it, km. On the first page of those `data.unplaced` has at most five that have no map
 * position but are somewhere in the region or the country of `near`; `unplaced=1` lists all of these instead.
 */
export const { loader, action } = apiRoute({
  GET: async ({ query, viewer, request, context }) => {
    await countLookUp({ request, context }, { text: query.get("title[regex]"), near: query.get("near") });
    const search = decode(eventQuery, Object.fromEntries(query));
    const { rows, total, page, limit, unplaced } = listEventsJson(search, parsePage(query), await viewer());
    return { body: { results: rows.length, total, page, limit, data: { data: rows, unplaced } } };
  },
});

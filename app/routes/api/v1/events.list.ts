import { z } from "zod";
import { listEventsJson } from "~/features/events/json.server";
import { eventShape } from "~/features/events/json-shapes.server";
import { eventQuery } from "~/features/events/schema.server";
import { apiRoute } from "~/http/api.server";
import { listAnswer, listOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary:
      "The calendar: what is to come, unless `past` or `from` says otherwise; the text is literal, no case counts",
    query: eventQuery,
    perPage: 20,
    answer: listOf(eventShape, { unplaced: z.array(eventShape).optional() }),
    limit: { asked: { near: "map", "title[regex]": "search" } },
    cached: true,
    run: async ({ query, page, findViewer }) => {
      const { unplaced, ...list } = listEventsJson(query, page, await findViewer());
      return listAnswer(list, { unplaced });
    },
  },
});

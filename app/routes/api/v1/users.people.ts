import { z } from "zod";
import { listPeopleJson } from "~/features/blocks/json.server";
import { listedPersonShape } from "~/features/blocks/json-shapes.server";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "member",
    summary: "Whom one has blocked and muted, the newest first; the newest 1,000 of each",
    answer: dataOf({ blocked: z.array(listedPersonShape), muted: z.array(listedPersonShape) }),
    limit: "none",
    run: ({ viewer }) => ({ body: { data: listPeopleJson(viewer) } }),
  },
});

import { getSiteStatusJson } from "~/features/operations/json.server";
import { siteStatusShape } from "~/features/operations/json-shapes.server";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "admin",
    summary: "How the site is running: backups, mails, room, photo store, errors of the last day",
    answer: dataOf({ doc: siteStatusShape }),
    limit: "none",
    run: async ({ viewer }) => ({ body: { data: { doc: await getSiteStatusJson(viewer) } } }),
  },
});

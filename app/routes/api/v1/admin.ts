import { changeDoor } from "~/features/accounts/door/commands.server";
import { doorShape } from "~/features/accounts/door/json.server";
import { getDoor } from "~/features/accounts/door/queries.server";
import { doorPatch } from "~/features/accounts/door/schema.server";
import { getSiteStatusJson, siteStatusShape } from "~/features/operations/json.server";
import { dataOf } from "~/http/api/answers.server";
import { apiResource, read, write } from "~/http/api/api.server";

export const { loader, action, calls } = apiResource("/api/v1/admin", null, {
  "GET /status": read({
    audience: "admin",
    summary: "How the site is running: backups, emails, disk space, photo storage, errors of the last day",
    answer: dataOf({ doc: siteStatusShape }),
    run: async ({ viewer }) => ({ body: { data: { doc: await getSiteStatusJson(viewer) } } }),
  }),
  "GET /door": read({
    audience: "admin",
    summary: "Who may sign up, and whose first posts are looked at",
    answer: dataOf({ doc: doorShape }),
    limit: "none",
    run: () => ({ body: { data: { doc: getDoor() } } }),
  }),
  "PATCH /door": write({
    audience: "admin",
    summary: "Change who may sign up; what you leave out stays as it is",
    input: doorPatch,
    answer: dataOf({ doc: doorShape }),
    limit: "moderate",
    run: ({ viewer, input }) => ({ body: { data: { doc: changeDoor(viewer, input) } } }),
  }),
});

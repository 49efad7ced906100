import { changeSettings } from "~/features/notifications/settings.server";
import { getSettings } from "~/features/notifications/settings-queries.server";
import { settingsPatch } from "~/features/notifications/settings-schema.server";
import { notificationSettingsShape } from "~/features/notifications/settings-shapes.server";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "member",
    summary: "Where one is told about what: on the site, and by mail",
    answer: dataOf({ doc: notificationSettingsShape }),
    limit: "none",
    run: ({ viewer }) => ({ body: { data: { doc: getSettings(viewer.id) } } }),
  },
  PATCH: {
    audience: "member",
    summary: "Change where one is told about what; what is left out stays",
    body: "text",
    input: settingsPatch,
    answer: dataOf({ doc: notificationSettingsShape }),
    limit: "edit",
    run: ({ viewer, input }) => ({ body: { data: { doc: changeSettings(viewer.id, input) } } }),
  },
});

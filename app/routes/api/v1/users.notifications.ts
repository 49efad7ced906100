import { z } from "zod";
import { listNotificationsJson } from "~/features/notifications/json.server";
import { notificationShape, unread } from "~/features/notifications/json-shapes.server";
import { countUnread } from "~/features/notifications/list.server";
import { markAllRead, markRead } from "~/features/notifications/read.server";
import { readInput } from "~/features/notifications/schema.server";
import { apiRoute } from "~/http/api.server";
import { dataOf, listIn, pageOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "member",
    summary: "What one was told, the newest first, and how much of it is unread; the total counts to 1,000",
    perPage: 20,
    answer: listIn({ data: z.array(notificationShape) }, { unread }),
    limit: "none",
    tagged: true,
    run: ({ viewer, page }) => {
      const list = listNotificationsJson(viewer, page);
      return { body: { ...pageOf(list), unread: list.unread, data: { data: list.rows } } };
    },
  },
  PATCH: {
    audience: "member",
    summary: "Mark all as read, or those with these ids; ids of others, and unknown ones, change nothing",
    body: "text",
    input: readInput,
    answer: dataOf({ doc: z.strictObject({ unread }) }, { unread }),
    limit: "edit",
    run: ({ viewer, input: { ids } }) => {
      if (ids) markRead(viewer, ids);
      else markAllRead(viewer);
      const left = countUnread(viewer.id);
      return { body: { unread: left, data: { doc: { unread: left } } } };
    },
  },
});

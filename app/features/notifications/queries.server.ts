import type { Viewer } from "~/features/accounts/policy";
import type { Page } from "~/lib/paging";
import { formatAgo, formatTime, toIso } from "~/lib/time";
import { listTold } from "./list.server";
import { type Told, toldAt, toldId } from "./told";
import { notificationText } from "./words";

/** One notification, as its page shows it. */
export type NotificationView = ReturnType<typeof toView>;

function toView(told: Told) {
  const at = toldAt(told);
  return {
    id: toldId(told),
    kind: told.kind,
    text: notificationText(told),
    isRead: told.isRead,
    at: toIso(at),
    ago: formatAgo(at),
    exactly: formatTime(at),
  };
}

/** What the viewer was told on the site, the newest first. */
export function listNotifications(viewer: Viewer, page: Page) {
  const { rows, unread, more } = listTold(viewer, page);
  return { rows: rows.map(toView), unread, more, page: page.page };
}

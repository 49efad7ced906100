import type { Viewer } from "~/features/accounts/policy";
import type { Page, Paged } from "~/lib/paging";
import { toIso } from "~/lib/time";
import type { NotificationJson } from "./json-shapes.server";
import { listTold } from "./list.server";
import { type Told, toldAt, toldId } from "./told";
import { notificationPath, notificationText } from "./words";

const toJson = (told: Told): NotificationJson => ({
  _id: toldId(told),
  kind: told.kind,
  text: notificationText(told),
  url: notificationPath(told),
  read: told.isRead,
  createdAt: toIso(toldAt(told)),
});

/** For `GET /users/me/notifications`: the newest first, and how many are unread. */
export function listNotificationsJson(viewer: Viewer, page: Page): Paged<NotificationJson> & { unread: number } {
  const { more: _, ...list } = listTold(viewer, page);
  return { ...list, rows: list.rows.map(toJson) };
}

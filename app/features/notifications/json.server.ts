import { z } from "zod";
import { avatar, createdAt } from "~/features/accounts/json.server";
import type { Viewer } from "~/features/accounts/policy";
import type { Paged, PageParams } from "~/lib/paging";
import { toIso } from "~/lib/time";
import { itemAt, itemId, MAIL_MODES, NOTIFICATION_KINDS, type NotificationItem, type NotificationKind } from "./kinds";
import { listItems } from "./list.server";
import { notificationPath, notificationQuote, notificationText } from "./messages";

const toJson = (item: NotificationItem): NotificationJson => ({
  _id: itemId(item),
  kind: item.kind,
  text: notificationText(item),
  quote: notificationQuote(item) || null,
  url: notificationPath(item),
  avatar: item.personAvatar,
  photo: item.picture,
  read: item.isRead,
  createdAt: toIso(itemAt(item)),
});

export function listNotificationsJson(viewer: Viewer, page: PageParams): Paged<NotificationJson> & { unread: number } {
  const { hasMore: _, ...list } = listItems(viewer, page);
  return { ...list, rows: list.rows.map(toJson) };
}

export const notificationShape = z
  .strictObject({
    _id: z.string(),
    kind: z.enum(NOTIFICATION_KINDS),
    text: z.string().meta({ description: "The text to show" }),
    quote: z
      .string()
      .nullable()
      .meta({ description: "At most 120 characters of the comment, review, answer or reason" }),
    url: z.string().meta({ description: "The path of its page on this site" }),
    avatar: avatar.nullable().meta({
      description:
        "Profile photo of the member who caused it (of several, the latest): a file name under /img/users/, or a full URL; null if there is none",
    }),
    photo: z
      .string()
      .nullable()
      .meta({ description: "Photo of its subject: a file name under /img/photos/, or a full URL" }),
    read: z.boolean(),
    createdAt,
  })
  .meta({ id: "Notification" });

type NotificationJson = z.infer<typeof notificationShape>;

export const unread = z.int().meta({ description: "How many are unread; news of at most 1,000 garages and days" });

const choiceShape = z.strictObject({ site: z.boolean(), mail: z.enum(MAIL_MODES) });

const kinds = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, choiceShape])) as Record<
  NotificationKind,
  typeof choiceShape
>;

/** `paused` stops all mail. */
export const notificationSettingsShape = z
  .strictObject({ paused: z.boolean(), settings: z.strictObject(kinds) })
  .meta({ id: "NotificationSettings" });

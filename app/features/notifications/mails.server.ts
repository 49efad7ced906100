import { and, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { users } from "~/db/schema";
import { publicUrl } from "~/env.server";
import { plural } from "~/lib/text";
import type { MailJob, MailRenderer, MailRenderers } from "~/services/mail/delivery.server";
import { layoutMail } from "~/services/mail/layout";
import { KINDS } from "./kinds";
import { type MailPayload, MOST_LINES, NOTIFICATION_MAIL } from "./mailing.server";
import { listUnseenNews } from "./news.server";
import { listNotificationRows } from "./rows.server";
import { getSettings } from "./settings-queries.server";
import { mailEnd } from "./stop-links.server";
import { type Told, toldAt, toldId } from "./told";
import { notificationText } from "./words";

/** Whom it is for, unless they are gone, deactivated, have another address, or have paused all mail meanwhile. */
function findReader({ recipient, payload }: MailJob) {
  return db()
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(
      and(
        eq(users.id, Number(payload.userId)),
        eq(users.email, recipient),
        eq(users.active, true),
        eq(users.mailPaused, false),
      ),
    )
    .get();
}

/** What is still to be told: unread, shown, and of a kind that was not switched off meanwhile. The newest first. */
function listTold(userId: number, { ids, newsAfter }: MailPayload): Told[] {
  const { settings } = getSettings(userId);
  const news = newsAfter === null ? [] : listUnseenNews(userId, { after: newsAfter, limit: MOST_LINES });
  return [...listNotificationRows(userId, ids), ...news]
    .filter(({ kind, isRead }) => !isRead && settings[kind].mail !== "off")
    .sort((a, b) => toldAt(b) - toldAt(a));
}

/** By its own address, so that it is read once it was looked at; whoever is logged out comes there by the login. */
const addressOf = (told: Told) => `${publicUrl()}/notifications/${toldId(told)}`;

const render: MailRenderer = (job) => {
  const reader = findReader(job);
  if (!reader) return null;
  const payload = job.payload as MailPayload;
  const told = listTold(reader.id, payload);
  const [first] = told;
  if (!first) return null;
  const kinds = KINDS.filter((kind) => told.some((one) => one.kind === kind));
  const end = mailEnd(reader.id, kinds);
  const hello = `Hello ${reader.name},`;
  if (told.length + payload.more === 1) {
    const text = notificationText(first);
    return layoutMail(text, [hello, `${text}.`, { label: "See it on Paddock", url: addressOf(first) }], end);
  }
  return layoutMail(
    `${plural(told.length + payload.more, "new notification")} on Paddock`,
    [
      `${hello} this is new:`,
      ...told.map((one) => ({ line: notificationText(one), url: addressOf(one) })),
      ...(payload.more > 0 ? [`And ${payload.more} more.`] : []),
      { label: "See all notifications", url: `${publicUrl()}/notifications` },
    ],
    end,
  );
};

/** What the mail worker sends for this feature. */
export const notificationMails: MailRenderers = { [NOTIFICATION_MAIL]: render };

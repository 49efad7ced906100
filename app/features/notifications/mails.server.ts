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
import { getSettings, type Settings } from "./settings-queries.server";
import { mailEnd } from "./stop-links.server";
import { type Told, toldAt, toldId } from "./told";
import { notificationPath, notificationText } from "./words";

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
function listLines(userId: number, { ids, newsAfter }: MailPayload) {
  const { settings } = getSettings(userId);
  const news = newsAfter === null ? [] : listUnseenNews(userId, { after: newsAfter, limit: MOST_LINES });
  return [...listNotificationRows(userId, ids), ...news]
    .filter(({ kind, isRead }) => !isRead && settings[kind].mail !== "off")
    .sort((a, b) => toldAt(b) - toldAt(a))
    .map((told) => ({ text: notificationText(told), kind: told.kind, url: publicUrl() + pathOf(told, settings) }));
}

/**
 * By its own address, so that it is read once it was looked at; whoever is logged out comes there by the login. News that
 * somebody does not want on the site have none there.
 */
const pathOf = (told: Told, settings: Settings["settings"]) =>
  told.kind === "news" && !settings.news.site ? notificationPath(told) : `/notifications/${toldId(told)}`;

const render: MailRenderer = (job) => {
  const reader = findReader(job);
  if (!reader) return null;
  const payload = job.payload as MailPayload;
  const lines = listLines(reader.id, payload);
  const [first] = lines;
  if (!first) return null;
  const kinds = KINDS.filter((kind) => lines.some((line) => line.kind === kind));
  const end = mailEnd(reader.id, kinds);
  const hello = `Hello ${reader.name},`;
  const count = lines.length + payload.more;
  if (count === 1) {
    return layoutMail(first.text, [hello, `${first.text}.`, { label: "See it on Paddock", url: first.url }], end);
  }
  return layoutMail(
    `${plural(count, "new notification")} on Paddock`,
    [
      `${hello} here is what is new:`,
      ...lines.map(({ text, url }) => ({ line: text, url })),
      ...(payload.more > 0 ? [`And ${payload.more} more.`] : []),
      { label: "See all notifications", url: `${publicUrl()}/notifications` },
    ],
    end,
  );
};

/** What the mail worker sends for this feature. */
export const notificationMails: MailRenderers = { [NOTIFICATION_MAIL]: render };

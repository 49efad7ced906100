import { and, eq, sql } from "drizzle-orm";
import { db, prepared } from "~/db/client.server";
import { users } from "~/db/schema";
import { publicUrl } from "~/env.server";
import { DomainError } from "~/lib/errors";
import { isolate, plural } from "~/lib/text";
import { newToken } from "~/lib/tokens.server";
import { layoutMail, type MailFooter } from "~/services/mail/layout.server";
import type { MailJob, MailRenderer, MailRenderers } from "~/services/mail/worker.server";
import { siteName } from "~/services/site/site.server";
import { itemAt, itemId, KIND_NAMES, NOTIFICATION_KINDS, type NotificationItem, type NotificationKind } from "../kinds";
import { formatNotification, notificationPath, notificationQuote, notificationThread } from "../messages";
import { listNotificationRows, listUnseenGarageNews } from "../rows.server";
import { changeSettings, getSettings, type UserNotificationSettings } from "../settings/queries.server";
import { MAX_MAIL_LINES, type MailPayload, NOTIFICATION_MAIL } from "./enqueue.server";

/** Undefined if deleted or deactivated, with another address, or with all mail paused. */
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

/** Unread and visible, newest first, without kinds switched off meanwhile. */
function listLines(userId: number, { ids, newsAfter }: MailPayload) {
  const { settings } = getSettings(userId);
  const news = newsAfter === null ? [] : listUnseenGarageNews(userId, { after: newsAfter, limit: MAX_MAIL_LINES });
  return [...listNotificationRows(userId, ids), ...news]
    .filter(({ kind, isRead }) => !isRead && settings[kind].mail !== "off")
    .sort((a, b) => itemAt(b) - itemAt(a))
    .map((item) => ({
      text: formatNotification(item),
      quote: notificationQuote(item),
      thread: notificationThread(item),
      kind: item.kind,
      url: publicUrl() + pathOf(item, settings),
    }));
}

/**
 * Opening the notification's own address marks it as read, after a login if necessary. News hidden on the site have no
 * such address.
 */
const pathOf = (item: NotificationItem, settings: UserNotificationSettings["settings"]) =>
  item.kind === "news" && !settings.news.site ? notificationPath(item) : `/notifications/${itemId(item)}`;

const render: MailRenderer = (job) => {
  const reader = findReader(job);
  if (!reader) return null;
  const payload = job.payload as MailPayload;
  const lines = listLines(reader.id, payload);
  const [first] = lines;
  if (!first) return null;
  const kinds = NOTIFICATION_KINDS.filter((kind) => lines.some((line) => line.kind === kind));
  const end = mailFooter(reader.id, kinds);
  const hello = `Hello ${isolate(reader.name)},`;
  const count = lines.length + payload.more;
  const isOneThread = payload.more === 0 && lines.every(({ thread }) => thread === first.thread);
  const thread = isOneThread ? first.thread : undefined;
  if (count === 1) {
    const blocks = [
      hello,
      `${first.text}${first.quote === "" ? "." : ":"}`,
      ...(first.quote === "" ? [] : [quoted(first.quote)]),
      { label: `See it on ${siteName()}`, url: first.url },
    ];
    return { ...layoutMail(first.text, blocks, end), thread };
  }
  const content = layoutMail(
    `${plural(count, "new notification")} on ${siteName()}`,
    [
      `${hello} here is what is new:`,
      ...lines.map(({ text, quote, url }) => ({ line: quote === "" ? text : `${text}: ${quoted(quote)}`, url })),
      ...(payload.more > 0 ? [`And ${payload.more} more.`] : []),
      { label: "See all notifications", url: `${publicUrl()}/notifications` },
    ],
    end,
  );
  return { ...content, thread };
};

const quoted = (quote: string) => `“${isolate(quote)}”`;

export const notificationMails: MailRenderers = { [NOTIFICATION_MAIL]: render };

/** 132 random bits. */
const KEY_LENGTH = 22;
const ADDRESS = new RegExp(`^([\\w-]{${KEY_LENGTH}})\\.([a-z]+(?:-[a-z]+)*)$`);

const UNKNOWN_UNSUBSCRIBE_LINK = "This link does not stop any emails";

/** Created for the first mail. It never changes: links in old mails keep working. */
function keyOf(userId: number): string {
  const isUser = eq(users.id, userId);
  const existingKey = db().select({ key: users.unsubscribeKey }).from(users).where(isUser).get()?.key;
  if (existingKey) return existingKey;
  const key = newToken().slice(0, KEY_LENGTH);
  db().update(users).set({ unsubscribeKey: key }).where(isUser).run();
  return key;
}

type UnsubscribeScope = readonly NotificationKind[] | "all";

const addressOf = (key: string, stop: UnsubscribeScope) =>
  `${publicUrl()}/unsubscribe/${key}.${stop === "all" ? "all" : stop.join("-")}`;

/**
 * A link to stop each kind, one to stop all, and headers for one-click unsubscription (RFC 8058). Created when the mail
 * is sent.
 */
export function mailFooter(userId: number, kinds: readonly NotificationKind[]): MailFooter {
  const key = keyOf(userId);
  return {
    links: [
      ...kinds.map((kind) => ({ label: `Stop emails about ${KIND_NAMES[kind]}`, url: addressOf(key, [kind]) })),
      { label: "Stop all emails about notifications", url: addressOf(key, "all") },
      { label: "Choose what we email you about", url: `${publicUrl()}/settings/notifications` },
    ],
    headers: {
      "List-Unsubscribe": `<${addressOf(key, kinds)}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

const owner = prepared((database) =>
  database
    .select({ id: users.id })
    .from(users)
    .where(eq(users.unsubscribeKey, sql.placeholder("key")))
    .prepare(),
);

const isKind = (word: string): word is NotificationKind => (NOTIFICATION_KINDS as readonly string[]).includes(word);

/** @throws DomainError not_found for an unknown key or kind */
function getTarget(token: string): { userId: number; stop: UnsubscribeScope } {
  const [, key, kindList = ""] = ADDRESS.exec(token) ?? [];
  const words = [...new Set(kindList.split("-"))];
  const person = key === undefined ? undefined : owner().get({ key });
  if (!person || (kindList !== "all" && !words.every(isKind)))
    throw new DomainError("not_found", UNKNOWN_UNSUBSCRIBE_LINK);
  return { userId: person.id, stop: kindList === "all" ? "all" : words.filter(isKind) };
}

/**
 * Changes nothing.
 * @returns `kinds`: "comments on your vehicles"; empty for all mail
 * @throws DomainError not_found
 */
export function getUnsubscribeView(token: string): { kinds: string[]; stopped: boolean } {
  const { userId, stop } = getTarget(token);
  const { paused, settings } = getSettings(userId);
  if (stop === "all") return { kinds: [], stopped: paused };
  const isStopped = paused || stop.every((kind) => settings[kind].mail === "off");
  return { kinds: stop.map((kind) => KIND_NAMES[kind]), stopped: isStopped };
}

/**
 * Notifications on the site go on. Repeatable.
 * @throws DomainError not_found
 */
export function unsubscribe(token: string): void {
  const { userId, stop } = getTarget(token);
  if (stop === "all") changeSettings(userId, { paused: true });
  else changeSettings(userId, { settings: Object.fromEntries(stop.map((kind) => [kind, { mail: "off" as const }])) });
}

type OwnMailKind = Extract<NotificationKind, "decision" | "ticket">;

/** Immediately: false if switched off, in a digest (sent from here), or paused. */
export function wantsOwnMail(userId: number, kind: OwnMailKind): boolean {
  const { paused, settings } = getSettings(userId);
  return !paused && settings[kind].mail === "once";
}

/**
 * Created when the mail is sent.
 * @returns null if the member no longer wants it
 */
export function ownMailFooter(userId: number, kind: OwnMailKind): MailFooter | null {
  return wantsOwnMail(userId, kind) ? mailFooter(userId, [kind]) : null;
}

import { and, eq, lte, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { notificationSettings, notifications, users } from "~/db/schema";
import { now } from "~/lib/time";
import { enqueueMail } from "~/services/mail/outbox.server";
import type { DigestTimes } from "./due.server";
import type { MailMode } from "./kinds";
import { listUnseenNews } from "./news.server";

/** The kind of these mails, as it stands in the outbox. */
export const NOTIFICATION_MAIL = "notifications";

/** Lines of a mail; what is more is told by number. */
export const MOST_LINES = 50;

/** What the mail is made of when it is sent. */
export interface MailPayload extends Record<string, unknown> {
  userId: number;
  /** Of the notifications, the newest first. */
  ids: number[];
  /** How many there are beside these. */
  more: number;
  /** News of followed garages after this moment; null where they are not told. */
  newsAfter: number | null;
}

type WaitingMode = Exclude<MailMode, "off">;

/** What waits in a mode since this moment, or longer, is due. */
type Due = readonly { mode: WaitingMode; until: number }[];

/** Takes what is due out of what waits, whether or not it is worth a mail. @returns what is still to be told */
function takeRows(userId: number, due: Due): number[] {
  const taken = due.flatMap(({ mode, until }) =>
    db()
      .update(notifications)
      .set({ mail: "off" })
      .where(
        and(
          sql`${notifications.mail} <> 'off'`,
          eq(notifications.mail, mode),
          eq(notifications.userId, userId),
          lte(notifications.mailSince, until),
        ),
      )
      .returning({
        id: notifications.id,
        createdAt: notifications.createdAt,
        isRead: notifications.isRead,
        hidden: notifications.hidden,
      })
      .all(),
  );
  return taken
    .filter(({ isRead, hidden }) => !isRead && !hidden)
    .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id)
    .map(({ id }) => id);
}

const ownNews = (userId: number) => and(eq(notificationSettings.userId, userId), eq(notificationSettings.kind, "news"));

/** How a person wants news of followed garages by mail, and up to when they have had them. */
const findNewsWish = (userId: number) =>
  db()
    .select({ mode: notificationSettings.mail, mailedAt: notificationSettings.mailedAt })
    .from(notificationSettings)
    .where(ownNews(userId))
    .get();

/** Where news are due: after which moment they are told. The next ones begin now. */
function takeNews(userId: number, due: Due): number | null {
  const wish = findNewsWish(userId);
  if (!wish || !due.some(({ mode, until }) => mode === wish.mode && wish.mailedAt <= until)) return null;
  db().update(notificationSettings).set({ mailedAt: now() }).where(ownNews(userId)).run();
  return listUnseenNews(userId, { after: wish.mailedAt, limit: 1 }).length > 0 ? wish.mailedAt : null;
}

/** Writes one mail about what is due. What somebody who pauses mail, or is deactivated, missed is not mailed later. */
function mailDue(userId: number, due: Due): boolean {
  const ids = takeRows(userId, due);
  const newsAfter = takeNews(userId, due);
  const person = db()
    .select({ email: users.email, active: users.active, paused: users.mailPaused })
    .from(users)
    .where(eq(users.id, userId))
    .get();
  if (!person?.active || person.paused || (ids.length === 0 && newsAfter === null)) return false;
  const more = Math.max(0, ids.length - MOST_LINES);
  enqueueMail(NOTIFICATION_MAIL, person.email, {
    ...{ userId, ids: ids.slice(0, MOST_LINES), more, newsAfter },
  } satisfies MailPayload);
  return true;
}

/** Whether news that a person wants at once have waited long enough. */
function hasDueNews(userId: number, until: number): boolean {
  const wish = findNewsWish(userId);
  if (wish?.mode !== "once") return false;
  const news = listUnseenNews(userId, { after: wish.mailedAt, limit: MOST_LINES });
  return news.some(({ newestAt }) => newestAt <= until);
}

const firstWaiting = (userId: number) =>
  db()
    .select({ since: notifications.mailSince })
    .from(notifications)
    .where(and(sql`${notifications.mail} <> 'off'`, eq(notifications.mail, "once"), eq(notifications.userId, userId)))
    .orderBy(notifications.mailSince)
    .limit(1)
    .get()?.since;

/**
 * Mails a person what they want at once, in one mail, where something of it has waited since `until`.
 * @returns whether there is a mail
 */
export function mailAtOnce(userId: number, until: number): boolean {
  return transaction(() => {
    const since = firstWaiting(userId);
    const isDue = (since !== undefined && since <= until) || hasDueNews(userId, until);
    return isDue && mailDue(userId, [{ mode: "once", until: Number.MAX_SAFE_INTEGER }]);
  });
}

/**
 * Mails a person their digest: what has waited since before these moments, daily and weekly in one mail.
 * @returns whether there is a mail
 */
export function mailDigest(userId: number, { daily, weekly }: DigestTimes): boolean {
  return transaction(() => {
    // A digest's own moment is the next one's.
    return mailDue(userId, [
      { mode: "daily", until: daily - 1 },
      { mode: "weekly", until: weekly - 1 },
    ]);
  });
}

import { setTimeout as pause } from "node:timers/promises";
import { and, eq, lte, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { notificationSettings, notifications, users } from "~/db/schema";
import { env } from "~/env.server";
import { DAY, HOUR, MINUTE, now, SECOND } from "~/lib/time";
import { enqueueMail } from "~/services/mail/outbox.server";
import { startPeriodicJob } from "~/services/periodic/periodic.server";
import type { MailMode } from "../kinds";
import { listUnseenGarageNews } from "../rows.server";

export const NOTIFICATION_MAIL = "notifications";

/** Per mail; the rest is a number. */
export const MAX_MAIL_LINES = 50;

export interface MailPayload extends Record<string, unknown> {
  userId: number;
  /** Newest first. */
  ids: number[];
  /** Number of further notifications. */
  more: number;
  /** Later news of followed garages; null for none. */
  newsAfter: number | null;
}

type WaitingMode = Exclude<MailMode, "off">;

/** Notifications waiting in a mode since this moment or longer. */
type Due = readonly { mode: WaitingMode; until: number }[];

/** Removes due rows from the mail queue. @returns ids of those still unread and visible */
function takeRows(userId: number, due: Due): number[] {
  const claimedRows = due.flatMap(({ mode, until }) =>
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
  return claimedRows
    .filter(({ isRead, hidden }) => !isRead && !hidden)
    .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id)
    .map(({ id }) => id);
}

const ownNews = (userId: number) => and(eq(notificationSettings.userId, userId), eq(notificationSettings.kind, "news"));

const findNewsSetting = (userId: number) =>
  db()
    .select({ mode: notificationSettings.mail, mailedAt: notificationSettings.mailedAt })
    .from(notificationSettings)
    .where(ownNews(userId))
    .get();

/** The moment after which to mail news, if due. The next ones begin now. */
function takeNews(userId: number, due: Due): number | null {
  const setting = findNewsSetting(userId);
  if (!setting || !due.some(({ mode, until }) => mode === setting.mode && setting.mailedAt <= until)) return null;
  db().update(notificationSettings).set({ mailedAt: now() }).where(ownNews(userId)).run();
  return listUnseenGarageNews(userId, { after: setting.mailedAt, limit: 1 }).length > 0 ? setting.mailedAt : null;
}

/** One mail about all due items. Items due while mail is paused or the account deactivated are never mailed. */
function mailDue(userId: number, due: Due): void {
  const ids = takeRows(userId, due);
  const newsAfter = takeNews(userId, due);
  const person = db()
    .select({ email: users.email, active: users.active, paused: users.mailPaused })
    .from(users)
    .where(eq(users.id, userId))
    .get();
  if (!person?.active || person.paused || (ids.length === 0 && newsAfter === null)) return;
  const more = Math.max(0, ids.length - MAX_MAIL_LINES);
  enqueueMail(NOTIFICATION_MAIL, person.email, {
    ...{ userId, ids: ids.slice(0, MAX_MAIL_LINES), more, newsAfter },
  } satisfies MailPayload);
}

function hasDueNews(userId: number, until: number): boolean {
  const setting = findNewsSetting(userId);
  if (setting?.mode !== "once") return false;
  const news = listUnseenGarageNews(userId, { after: setting.mailedAt, limit: MAX_MAIL_LINES });
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

/** One mail with all immediate items, once a notification or news item has waited since `until`. */
function enqueueImmediateMail(userId: number, until: number): void {
  transaction(() => {
    const since = firstWaiting(userId);
    const isDue = (since !== undefined && since <= until) || hasDueNews(userId, until);
    if (isDue) mailDue(userId, [{ mode: "once", until: Number.MAX_SAFE_INTEGER }]);
  });
}

/** One mail, daily and weekly, with items waiting since before these moments. */
export function enqueueDigest(userId: number, { daily, weekly }: DigestTimes): void {
  // Items at a digest's own moment belong to the next one.
  const due: Due = [
    { mode: "daily", until: daily - 1 },
    { mode: "weekly", until: weekly - 1 },
  ];
  transaction(() => mailDue(userId, due));
}

// Users without mail cost nothing: the search starts at waiting rows and settings. The conditions must match those of
// the partial indexes literally.

const SLICE = 100;

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

/** With an immediate item waiting since `until` or longer. */
export function listUsersDueNow(after: number, until: number): number[] {
  return idsOf(
    db().all(sql`SELECT DISTINCT user_id AS id FROM notifications
      WHERE mail <> 'off' AND mail = 'once' AND user_id > ${after} AND mail_since <= ${until}
      ORDER BY user_id LIMIT ${SLICE}`),
  );
}

type DigestTimes = Record<DigestMode, number>;

/** With an item waiting since before the last digest. */
export function listDueDigests(after: number, { daily, weekly }: DigestTimes): number[] {
  const rows = (mode: DigestMode, before: number) => sql`
    SELECT user_id AS id FROM notifications
      WHERE mail <> 'off' AND mail = ${sql.raw(`'${mode}'`)} AND user_id > ${after} AND mail_since < ${before}
    UNION SELECT user_id AS id FROM notification_settings
      WHERE mail <> 'off' AND kind = 'news' AND mail = ${sql.raw(`'${mode}'`)} AND user_id > ${after}
      AND mailed_at < ${before}`;
  return idsOf(db().all(sql`${rows("daily", daily)} UNION ${rows("weekly", weekly)} ORDER BY id LIMIT ${SLICE}`));
}

/** In this period, for immediate mails to followers. */
export function listUsersWithNews(from: number, until: number): number[] {
  return idsOf(
    db().all(sql`SELECT DISTINCT user_id AS id FROM activities
      WHERE hidden = 0 AND created_at > ${from} AND created_at <= ${until}`),
  );
}

/**
 * Users after this id who want news immediately.
 * @param userIds only followers of these users; undefined: all
 */
export function listUsersAwaitingNews(after: number, until: number, userIds?: readonly number[]): number[] {
  const follows = userIds
    ? sql`AND EXISTS (SELECT 1 FROM follows WHERE follower_id = reader.user_id
        AND followed_id IN (SELECT value FROM json_each(${JSON.stringify(userIds)})) AND hidden = 0 AND muted = 0)`
    : sql``;
  return idsOf(
    db().all(sql`SELECT user_id AS id FROM notification_settings AS reader
      WHERE mail <> 'off' AND kind = 'news' AND mail = 'once' AND user_id > ${after} AND mailed_at < ${until} ${follows}
      ORDER BY user_id LIMIT ${SLICE}`),
  );
}

/** ms, so that notifications of the same minutes share a mail. */
const IMMEDIATE_DELAY_MS = 2 * MINUTE;
/** ms. */
const RUN_INTERVAL_MS = 15 * SECOND;

type HasStopped = () => boolean;

/**
 * One by one, each in a transaction; requests get as much time as each took.
 * @param next the next users after an id
 * @returns whether it was completed
 */
async function eachOf(next: (after: number) => number[], mail: (userId: number) => void, hasStopped: HasStopped) {
  for (let people = next(0); people.length > 0; people = next(people.at(-1)!)) {
    for (const userId of people) {
      if (hasStopped()) return false;
      const started = performance.now();
      mail(userId);
      await pause(performance.now() - started);
    }
  }
  return !hasStopped();
}

/**
 * Completed rounds are kept in memory only to save queries: a restart checks everything again, and finds only items
 * still waiting.
 */
export function createMailRun(): (hasStopped?: HasStopped) => Promise<void> {
  let digestsDone = 0;
  let newsDone: number | undefined;

  const atOnce = async (hasStopped: HasStopped) => {
    const until = now() - IMMEDIATE_DELAY_MS;
    await eachOf(
      (after) => listUsersDueNow(after, until),
      (id) => enqueueImmediateMail(id, until),
      hasStopped,
    );
    const makers = newsDone === undefined ? undefined : listUsersWithNews(newsDone, until);
    if (makers?.length === 0) return;
    const readers = (after: number) => listUsersAwaitingNews(after, until, makers);
    if (await eachOf(readers, (id) => enqueueImmediateMail(id, until), hasStopped)) newsDone = until;
  };

  const digests = async (hasStopped: HasStopped) => {
    const hour = env().DIGEST_HOUR;
    const times = { daily: latestDigest("daily", now(), hour), weekly: latestDigest("weekly", now(), hour) };
    if (digestsDone === times.daily) return;
    const isDone = await eachOf(
      (after) => listDueDigests(after, times),
      (id) => enqueueDigest(id, times),
      hasStopped,
    );
    if (isDone) digestsDone = times.daily;
  };

  return async (hasStopped = () => false) => {
    await atOnce(hasStopped);
    await digests(hasStopped);
  };
}

/** In one process of the site. @returns stops it, see `startPeriodicJob` */
export const startNotificationMails = (): (() => Promise<void>) =>
  startPeriodicJob({
    ...{ name: "notification emails and digests", every: RUN_INTERVAL_MS },
    ...{ round: createMailRun(), failed: "notification mails fault" },
  });

type DigestMode = Extract<MailMode, "daily" | "weekly">;

/** 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY;

const RHYTHM: Record<DigestMode, { every: number; from: number }> = {
  daily: { every: DAY, from: 0 },
  weekly: { every: 7 * DAY, from: FIRST_MONDAY_MS },
};

/**
 * Items waiting since before it are due. In UTC, so that all days are equally long.
 * @param at ms
 * @param hour of the day, 0 to 23
 * @returns ms, at most `at`
 */
export function latestDigest(mode: DigestMode, at: number, hour: number): number {
  const { every, from } = RHYTHM[mode];
  const first = from + hour * HOUR;
  return first + Math.floor((at - first) / every) * every;
}

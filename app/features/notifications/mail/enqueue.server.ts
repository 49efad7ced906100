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

/** The kind of these mails, as it stands in the outbox. */
export const NOTIFICATION_MAIL = "notifications";

/** Lines of a mail; what is more is told by number. */
export const MAX_MAIL_LINES = 50;

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
const findNewsSetting = (userId: number) =>
  db()
    .select({ mode: notificationSettings.mail, mailedAt: notificationSettings.mailedAt })
    .from(notificationSettings)
    .where(ownNews(userId))
    .get();

/** Where news are due: after which moment they are told. The next ones begin now. */
function takeNews(userId: number, due: Due): number | null {
  const setting = findNewsSetting(userId);
  if (!setting || !due.some(({ mode, until }) => mode === setting.mode && setting.mailedAt <= until)) return null;
  db().update(notificationSettings).set({ mailedAt: now() }).where(ownNews(userId)).run();
  return listUnseenGarageNews(userId, { after: setting.mailedAt, limit: 1 }).length > 0 ? setting.mailedAt : null;
}

/** Writes one mail about what is due. What somebody who pauses mail, or is deactivated, missed is not mailed later. */
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

/** Whether news that a person wants at once have waited long enough. */
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

/** Mails a person what they want at once, in one mail, where something of it has waited since `until`. */
function enqueueImmediateMail(userId: number, until: number): void {
  transaction(() => {
    const since = firstWaiting(userId);
    const isDue = (since !== undefined && since <= until) || hasDueNews(userId, until);
    if (isDue) mailDue(userId, [{ mode: "once", until: Number.MAX_SAFE_INTEGER }]);
  });
}

/** Mails a person their digest: what has waited since before these moments, daily and weekly in one mail. */
export function enqueueDigest(userId: number, { daily, weekly }: DigestTimes): void {
  // A digest's own moment is the next one's.
  const due: Due = [
    { mode: "daily", until: daily - 1 },
    { mode: "weekly", until: weekly - 1 },
  ];
  transaction(() => mailDue(userId, due));
}

// Who is to be mailed is found by who asked for it: people who asked for nothing have no row here, however many they are.
// The condition of the partial indexes stands word by word.

const SLICE = 100;

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

/** People after this one, by id, something of whom waits for a mail at once since `until` or longer. */
export function listUsersDueNow(after: number, until: number): number[] {
  return idsOf(
    db().all(sql`SELECT DISTINCT user_id AS id FROM notifications
      WHERE mail <> 'off' AND mail = 'once' AND user_id > ${after} AND mail_since <= ${until}
      ORDER BY user_id LIMIT ${SLICE}`),
  );
}

type DigestTimes = Record<DigestMode, number>;

/** People after this one, by id, for whom something waits since before the last digest. */
export function listDueDigests(after: number, { daily, weekly }: DigestTimes): number[] {
  const rows = (mode: DigestMode, before: number) => sql`
    SELECT user_id AS id FROM notifications
      WHERE mail <> 'off' AND mail = ${sql.raw(`'${mode}'`)} AND user_id > ${after} AND mail_since < ${before}
    UNION SELECT user_id AS id FROM notification_settings
      WHERE mail <> 'off' AND kind = 'news' AND mail = ${sql.raw(`'${mode}'`)} AND user_id > ${after}
      AND mailed_at < ${before}`;
  return idsOf(db().all(sql`${rows("daily", daily)} UNION ${rows("weekly", weekly)} ORDER BY id LIMIT ${SLICE}`));
}

/** Whose garages have news of this time, so that their followers may be told at once. */
export function listUsersWithNews(from: number, until: number): number[] {
  return idsOf(
    db().all(sql`SELECT DISTINCT user_id AS id FROM activities
      WHERE hidden = 0 AND created_at > ${from} AND created_at <= ${until}`),
  );
}

/**
 * People after this one, by id, who want news at once.
 * @param of only followers of these people; of anybody where not given
 */
export function listUsersAwaitingNews(after: number, until: number, of?: readonly number[]): number[] {
  const follows = of
    ? sql`AND EXISTS (SELECT 1 FROM follows WHERE follower_id = reader.user_id
        AND followed_id IN (SELECT value FROM json_each(${JSON.stringify(of)})) AND hidden = 0 AND muted = 0)`
    : sql``;
  return idsOf(
    db().all(sql`SELECT user_id AS id FROM notification_settings AS reader
      WHERE mail <> 'off' AND kind = 'news' AND mail = 'once' AND user_id > ${after} AND mailed_at < ${until} ${follows}
      ORDER BY user_id LIMIT ${SLICE}`),
  );
}

/** Delay of immediate mails, ms, so that notifications of the same minutes share one. */
const IMMEDIATE_DELAY_MS = 2 * MINUTE;
/** Interval between two runs, ms. */
const RUN_INTERVAL_MS = 15 * SECOND;

type HasStopped = () => boolean;

/**
 * Mails people one by one, each in a transaction of their own; requests get as much time as each took.
 * @param next the next people after one, by id
 * @returns whether it went through to the end
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
 * Looks for what is due and puts it into the outbox. What a round of digests, or news up to some moment, have been gone
 * through for is kept in memory only to save looking again: after a start everything is looked for, and only what is
 * still waiting is found.
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
    const through = await eachOf(
      (after) => listDueDigests(after, times),
      (id) => enqueueDigest(id, times),
      hasStopped,
    );
    if (through) digestsDone = times.daily;
  };

  return async (hasStopped = () => false) => {
    await atOnce(hasStopped);
    await digests(hasStopped);
  };
}

/**
 * Makes rounds as long as the process runs; one process of the site does so.
 * @returns ends it, as `startPeriodicJob` says
 */
export const startNotificationMails = (): (() => Promise<void>) =>
  startPeriodicJob({ every: RUN_INTERVAL_MS, round: createMailRun(), failed: "notification mails fault" });

type DigestMode = Extract<MailMode, "daily" | "weekly">;

/** 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY;

const RHYTHM: Record<DigestMode, { every: number; from: number }> = {
  daily: { every: DAY, from: 0 },
  weekly: { every: 7 * DAY, from: FIRST_MONDAY_MS },
};

/**
 * When digests went out last: what waits since before then is due. All in UTC, so that no day is longer than another.
 * @param at ms
 * @param hour of the day, 0 to 23
 * @returns ms, `at` at the latest
 */
export function latestDigest(mode: DigestMode, at: number, hour: number): number {
  const { every, from } = RHYTHM[mode];
  const first = from + hour * HOUR;
  return first + Math.floor((at - first) / every) * every;
}

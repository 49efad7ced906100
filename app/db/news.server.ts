import { type SQL, sql } from "drizzle-orm";
import { DAY } from "~/lib/time";

// News of followed garages have no rows: computed per follower (notifications README, News), one for each garage and
// UTC day with additions. `users` is the follower.

const NEWS_TTL_MS = 30 * DAY;

export const MAX_NEWS = 1000;
/** A header shows no number above 99. */
export const MAX_IN_HEADER = 100;

const raw = (value: number) => sql.raw(String(value));

const seenAt = sql`max(follows.news_seen_at, users.news_seen_at)`;
/** Of the oldest news. */
const startsAt = (now: SQL) => sql`max(follows.created_at, ${now} - ${raw(NEWS_TTL_MS)})`;

/** A user's newest activity between two times. */
const newestOf = (person: string, after: SQL, before?: SQL) => sql`(
  SELECT next.created_at, next.id FROM activities AS next INDEXED BY activities_owner
  WHERE next.user_id = ${sql.raw(person)} AND next.hidden = 0 AND next.created_at > ${after}
    ${before === undefined ? sql`` : sql`AND next.created_at < ${before}`}
  ORDER BY next.created_at DESC, next.id DESC LIMIT 1)`;

/** The default is yes. */
const onSite = sql`coalesce((SELECT site FROM notification_settings
  WHERE notification_settings.user_id = users.id AND notification_settings.kind = 'news'), 1)`;

/**
 * `days (followed_id, since, seen_at, newest_at, newest_id)`, for WITH RECURSIVE. Starts with each garage's newest day;
 * each day taken adds the garage's next older one: one index look-up per garage and day. SQLite never reorders cross
 * joins.
 * @param followCondition start of FROM, if there is no outer `users`
 * @param after excludes older news
 * @param condition on follows
 * @param limit LIMIT, with the order if relevant
 */
const days = (followCondition: SQL, after: SQL, condition: SQL, limit: SQL) => sql`WITH RECURSIVE
  days (followed_id, since, seen_at, newest_at, newest_id) AS (
    SELECT follows.followed_id, ${after}, ${seenAt}, newest.created_at, newest.id
    FROM ${followCondition} follows INDEXED BY follows_news CROSS JOIN activities AS newest INDEXED BY activities_owner
    WHERE follows.follower_id = users.id AND follows.hidden = 0 AND follows.muted = 0 AND ${condition}
      AND newest.user_id = follows.followed_id AND newest.hidden = 0
      AND (newest.created_at, newest.id) = ${newestOf("follows.followed_id", after)}
    UNION ALL
    SELECT days.followed_id, days.since, days.seen_at, older.created_at, older.id
    FROM days CROSS JOIN activities AS older INDEXED BY activities_owner
    WHERE older.user_id = days.followed_id AND older.hidden = 0
      AND (older.created_at, older.id) = ${newestOf("days.followed_id", sql`days.since`, sql`days.newest_at / 86400000 * 86400000`)}
    ${limit})`;

const newestFirst = (limit: SQL) => sql`ORDER BY 4 DESC, 5 DESC LIMIT ${limit}`;

/**
 * Of the outer `users` row.
 * @param now ms since 1970
 */
export const unreadNewsCount = (now: SQL, most: number) => sql<number>`(
  ${days(sql``, sql`max(${startsAt(now)}, ${seenAt})`, onSite, sql`LIMIT ${raw(most)}`)}
  SELECT count(*) FROM days)`;

const USERS = sql`users CROSS JOIN`;

/** Seen or not, newest first, as WITH `days`. */
export const siteNewsQuery = (userId: SQL, now: SQL, limit: SQL, condition: SQL = sql`1`) =>
  days(USERS, startsAt(now), sql`users.id = ${userId} AND ${onSite} AND ${condition}`, newestFirst(limit));

/** For any channel, newest first, as WITH `days`. */
export const unseenNewsQuery = (userId: SQL, now: SQL, after: SQL, limit: SQL) =>
  days(USERS, sql`max(${startsAt(now)}, ${seenAt}, ${after})`, sql`users.id = ${userId}`, newestFirst(limit));

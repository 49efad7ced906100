import { and, eq, inArray, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { newsOnSite } from "~/db/news.server";
import { prepared } from "~/db/prepared.server";
import { follows, notifications, users } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { parseId } from "~/lib/ids";
import { now } from "~/lib/time";
import { listNewsGroups } from "./news.server";
import { NOTIFICATION_NOT_FOUND } from "./policy";
import { listNotificationRows } from "./rows.server";
import type { NewsDay, Told } from "./told";
import { notificationPath } from "./words";

type Reader = Pick<Viewer, "id">;

/** `news-OWNER-DAY` */
const NEWS_ID = /^news-([1-9]\d{0,14})-(\d{1,6})$/;

const newsDay = prepared((database) => {
  const [userId, at] = [sql`${sql.placeholder("userId")}`, sql`${sql.placeholder("now")}`];
  return database
    .select({
      followedId: sql<number>`found.followed_id`,
      since: sql<number>`found.since`,
      newestAt: sql<number>`found.newest_at`,
      isRead: sql`found.is_read`.mapWith(Boolean),
    })
    .from(
      sql`(${newsOnSite(userId, at, sql`-1`, sql`follows.followed_id = ${sql.placeholder("followedId")}`)}
        SELECT followed_id, since, newest_at, newest_at <= seen_at AS is_read FROM days
        WHERE newest_at / 86400000 = ${sql.placeholder("day")}) AS found`,
    )
    .prepare();
});

/** The news that an id names, where this person has them. */
function findNewsDay(userId: number, id: string): NewsDay | undefined {
  const [, followedId, day] = NEWS_ID.exec(id) ?? [];
  return day === undefined
    ? undefined
    : newsDay().get({ userId, now: now(), followedId: Number(followedId), day: Number(day) });
}

function findTold(userId: number, id: string): Told | undefined {
  const rowId = parseId(id);
  if (rowId !== undefined) return listNotificationRows(userId, [rowId])[0];
  const day = findNewsDay(userId, id);
  return day && listNewsGroups([day])[0];
}

/** What is read is not mailed any more. */
const READ = { isRead: true, mail: "off" } as const;
const isUnread = eq(notifications.isRead, false);

/** News are read up to a time: older ones of the same garage with them. */
function readNewsUpTo(userId: number, { followedId, newestAt }: NewsDay): void {
  db()
    .update(follows)
    .set({ newsSeenAt: sql`max(${follows.newsSeenAt}, ${newestAt})` })
    .where(and(eq(follows.followerId, userId), eq(follows.followedId, followedId)))
    .run();
}

function readRows(userId: number, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const own = and(inArray(notifications.id, [...ids]), eq(sql`+${notifications.userId}`, userId), isUnread);
  db().update(notifications).set(READ).where(own).run();
}

/**
 * Follows a notification.
 * @param isRead whether it counts as read from here on
 * @returns the path on this site of what it is about
 * @throws DomainError not_found where there is no such one, or it is somebody else's
 */
export function openNotification(viewer: Reader, id: string, isRead = true): string {
  const told = findTold(viewer.id, id);
  if (!told) throw new DomainError("not_found", NOTIFICATION_NOT_FOUND);
  if (isRead && !told.isRead) {
    transaction(() => (told.kind === "news" ? readNewsUpTo(viewer.id, told) : readRows(viewer.id, [told.id])));
  }
  return notificationPath(told);
}

/** Marks these as read. Ids that are unknown, gone or somebody else's change nothing. */
export function markRead(viewer: Reader, ids: readonly string[]): void {
  transaction(() => {
    readRows(
      viewer.id,
      ids.flatMap((id) => parseId(id) ?? []),
    );
    for (const id of ids) {
      const day = findNewsDay(viewer.id, id);
      if (day) readNewsUpTo(viewer.id, day);
    }
  });
}

/** Marks all as read that the site shows: rows in one statement, news by the time up to which they are read. */
export function markAllRead(viewer: Reader): void {
  transaction(() => {
    const own = and(eq(notifications.userId, viewer.id), isUnread, eq(notifications.onSite, true));
    db().update(notifications).set(READ).where(own).run();
    // Whoever wants news by mail only has read none here.
    const newsAreShown = sql`coalesce((SELECT site FROM notification_settings
      WHERE notification_settings.user_id = ${viewer.id} AND kind = 'news'), 1)`;
    db()
      .update(users)
      .set({ newsSeenAt: now() })
      .where(and(eq(users.id, viewer.id), newsAreShown))
      .run();
  });
}

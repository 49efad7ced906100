import { and, eq, inArray, sql } from "drizzle-orm";
import { db, prepared, transaction } from "~/db/client.server";
import { MAX_NEWS, siteNewsQuery, unreadNewsCount } from "~/db/news.server";
import { follows, notifications, users } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { parseId } from "~/lib/ids";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { byId } from "~/lib/rows";
import { formatAgo, formatTime, now, toIso } from "~/lib/time";
import { type GarageNewsDay, itemAt, itemId, type NotificationItem } from "./kinds";
import { formatNotification, notificationPath, notificationQuote } from "./messages";
import { listGarageNews, listNotificationRows } from "./rows.server";

const value = (name: string) => sql`${sql.placeholder(name)}`;
const most = sql.raw(String(MAX_NEWS));

/** As in the index `notifications_list`. */
const ownRows = sql`notifications INDEXED BY notifications_list
  WHERE notifications.user_id = ${value("userId")} AND notifications.on_site = 1 AND notifications.hidden = 0`;

const allNews = siteNewsQuery(value("userId"), value("now"), most);

const counts = prepared((database) =>
  database
    .select({ total: sql<number>`counts.total`, unread: sql<number>`counts.unread` })
    .from(
      sql`(${allNews}
        SELECT
          min(${most}, (SELECT count(*) FROM (SELECT 1 FROM ${ownRows} LIMIT ${most})) + (SELECT count(*) FROM days)) AS total,
          (SELECT unread_count FROM users WHERE id = ${value("userId")})
            + (SELECT count(*) FROM days WHERE newest_at > seen_at) AS unread) AS counts`,
    )
    .prepare(),
);

/**
 * Keys of rows (`id`) and news (`followedId`, `since`), newest first. Reads only indexes, and of each source only the
 * rows up to the page's end.
 */
const pageOfBoth = prepared((database) =>
  database
    .select({
      id: sql<number | null>`page.id`,
      followedId: sql<number>`page.followed_id`,
      since: sql<number>`page.since`,
      newestAt: sql<number>`page.at`,
      isRead: sql`page.is_read`.mapWith(Boolean),
    })
    .from(
      sql`(${allNews},
        own (id, at) AS (SELECT id, created_at FROM ${ownRows} ORDER BY created_at DESC, id DESC LIMIT ${value("end")})
        SELECT id, NULL AS followed_id, NULL AS since, at, NULL AS is_read FROM own
        UNION ALL SELECT NULL, followed_id, since, newest_at, newest_at <= seen_at FROM days
        ORDER BY 4 DESC, 1 DESC, 2 DESC LIMIT ${value("limit")} OFFSET ${value("offset")}) AS page`,
    )
    .prepare(),
);

/** `total` is at most `MAX_NEWS`; the pages go on. */
interface NotificationPage extends Paged<NotificationItem> {
  unread: number;
  hasMore: boolean;
}

/** On the site, with garage news, newest first. */
export function listItems({ id: userId }: Pick<Viewer, "id">, page: PageParams): NotificationPage {
  const [offset, limit] = [toOffset(page), page.limit + 1];
  const { total, unread } = counts().get({ userId, now: now() })!;
  const all = pageOfBoth().all({ userId, now: now(), offset, limit, end: offset + limit });
  const visible = all.slice(0, page.limit);
  const ids = visible.flatMap(({ id }) => id ?? []);
  const rows = byId(listNotificationRows(userId, ids));
  const days = visible.filter(({ id }) => id === null);
  const news = new Map(listGarageNews(days).map((group) => [`${group.followedId} ${group.newestAt}`, group]));
  const item = visible.flatMap(
    ({ id, followedId, newestAt }) => (id === null ? news.get(`${followedId} ${newestAt}`) : rows.get(id)) ?? [],
  );
  return { rows: item, total, ...page, unread, hasMore: all.length > page.limit };
}

const selectUnread = prepared((database) =>
  database
    .select({ unread: sql<number>`${users.unreadCount} + ${unreadNewsCount(value("now"), MAX_NEWS)}` })
    .from(users)
    .where(eq(users.id, sql.placeholder("userId")))
    .prepare(),
);

export function countUnread(userId: number): number {
  return selectUnread().get({ userId, now: now() })?.unread ?? 0;
}

export type NotificationView = ReturnType<typeof toView>;

function toView(item: NotificationItem) {
  const at = itemAt(item);
  return {
    id: itemId(item),
    kind: item.kind,
    text: formatNotification(item),
    quote: notificationQuote(item),
    avatar: item.personAvatar,
    picture: item.picture,
    isRead: item.isRead,
    at: toIso(at),
    ago: formatAgo(at),
    exactly: formatTime(at),
  };
}

export function listNotifications(viewer: Viewer, page: PageParams) {
  const { rows, unread, hasMore } = listItems(viewer, page);
  return { rows: rows.map(toView), unread, more: hasMore, page: page.page };
}

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
      sql`(${siteNewsQuery(userId, at, sql`-1`, sql`follows.followed_id = ${sql.placeholder("followedId")}`)}
        SELECT followed_id, since, newest_at, newest_at <= seen_at AS is_read FROM days
        WHERE newest_at / 86400000 = ${sql.placeholder("day")}) AS found`,
    )
    .prepare();
});

/** Undefined if this user does not have them. */
function findNewsDay(userId: number, id: string): GarageNewsDay | undefined {
  const [, followedId, day] = NEWS_ID.exec(id) ?? [];
  return day === undefined
    ? undefined
    : newsDay().get({ userId, now: now(), followedId: Number(followedId), day: Number(day) });
}

function findNotification(userId: number, id: string): NotificationItem | undefined {
  const rowId = parseId(id);
  if (rowId !== undefined) return listNotificationRows(userId, [rowId])[0];
  const day = findNewsDay(userId, id);
  return day && listGarageNews([day])[0];
}

/** Read notifications are not mailed. */
const MARKED_READ = { isRead: true, mail: "off" } as const;
const isUnread = eq(notifications.isRead, false);

/** Up to `newestAt`. */
function readNewsUpTo(userId: number, { followedId, newestAt }: GarageNewsDay): void {
  db()
    .update(follows)
    .set({ newsSeenAt: sql`max(${follows.newsSeenAt}, ${newestAt})` })
    .where(and(eq(follows.followerId, userId), eq(follows.followedId, followedId)))
    .run();
}

function readRows(userId: number, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const isOwnUnread = and(inArray(notifications.id, [...ids]), eq(sql`+${notifications.userId}`, userId), isUnread);
  db().update(notifications).set(MARKED_READ).where(isOwnUnread).run();
}

/**
 * @param isRead whether to mark it as read
 * @returns path of its subject
 * @throws DomainError not_found, also for another user's
 */
export function openNotification(viewer: Reader, id: string, isRead = true): string {
  const item = findNotification(viewer.id, id);
  if (!item) throw new DomainError("not_found", NOTIFICATION_NOT_FOUND);
  if (isRead && !item.isRead) {
    transaction(() => (item.kind === "news" ? readNewsUpTo(viewer.id, item) : readRows(viewer.id, [item.id])));
  }
  return notificationPath(item);
}

/** Ignores unknown, deleted and other users' ids. */
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

/** Rows on the site in one statement, news by a timestamp. */
export function markAllRead(viewer: Reader): void {
  transaction(() => {
    const isOwnUnread = and(eq(notifications.userId, viewer.id), isUnread, eq(notifications.onSite, true));
    db().update(notifications).set(MARKED_READ).where(isOwnUnread).run();
    // News hidden on the site stay unread.
    const newsAreShown = sql`coalesce((SELECT site FROM notification_settings
      WHERE notification_settings.user_id = ${viewer.id} AND kind = 'news'), 1)`;
    db()
      .update(users)
      .set({ newsSeenAt: now() })
      .where(and(eq(users.id, viewer.id), newsAreShown))
      .run();
  });
}

const NOTIFICATION_NOT_FOUND = "This notification no longer exists.";

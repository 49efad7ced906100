import { eq, sql } from "drizzle-orm";
import { MOST_NEWS, newsOnSite, unreadNews } from "~/db/news.server";
import { prepared } from "~/db/prepared.server";
import { users } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { offsetOf, type Page, type Paged } from "~/lib/paging";
import { now } from "~/lib/time";
import { listNewsGroups } from "./news.server";
import { listNotificationRows } from "./rows.server";
import type { Told } from "./told";

const value = (name: string) => sql`${sql.placeholder(name)}`;
const most = sql.raw(String(MOST_NEWS));

/** As the index `notifications_list` has it. */
const ownRows = sql`notifications INDEXED BY notifications_list
  WHERE notifications.user_id = ${value("userId")} AND notifications.on_site = 1 AND notifications.hidden = 0`;

/**
 * Which rows and which news make a page, the newest first: `[id, null, null, time]` or `[null, followedId, since, time,
 * read]`; with how many are unread. Only indexes are read. Of both, the rows up to the page's end are looked at.
 */
const pageOfBoth = prepared((database) =>
  database
    .select({ total: sql<number>`both.total`, unread: sql<number>`both.unread`, keys: sql<string>`both.keys` })
    .from(
      sql`(
  ${newsOnSite(value("userId"), value("now"), most)},
  own (id, at) AS (SELECT id, created_at FROM ${ownRows} ORDER BY created_at DESC, id DESC LIMIT ${value("end")}),
  page (id, followed_id, since, at, is_read) AS (
    SELECT * FROM (
      SELECT id, NULL, NULL, at, NULL FROM own
      UNION ALL SELECT NULL, followed_id, since, newest_at, newest_at <= seen_at FROM days)
    ORDER BY 4 DESC, 1 DESC, 2 DESC LIMIT ${value("limit")} OFFSET ${value("offset")})
  SELECT
    min(${most}, (SELECT count(*) FROM (SELECT 1 FROM ${ownRows} LIMIT ${most})) + (SELECT count(*) FROM days)) AS total,
    (SELECT unread_count FROM users WHERE id = ${value("userId")})
      + (SELECT count(*) FROM days WHERE newest_at > seen_at) AS unread,
    (SELECT json_group_array(json_array(id, followed_id, since, at, is_read)) FROM page) AS keys
) AS both`,
    )
    .prepare(),
);

type Key =
  | [id: number, followedId: null, since: null, at: number, isRead: null]
  | [id: null, followedId: number, since: number, newestAt: number, isRead: 0 | 1];

/** Part of what somebody was told. The total counts no further than `MOST_NEWS`; the pages go on. */
export interface ToldPage extends Paged<Told> {
  unread: number;
  /** There are older ones behind this page. */
  more: boolean;
}

/** What the viewer was told on the site, the newest first, news among the rows. Three statements. */
export function listTold(viewer: Pick<Viewer, "id">, page: Page): ToldPage {
  const userId = viewer.id;
  const [offset, limit] = [offsetOf(page), page.limit + 1];
  const { total, unread, keys } = pageOfBoth().get({ userId, now: now(), offset, limit, end: offset + limit })!;
  const all = JSON.parse(keys) as Key[];
  const shown = all.slice(0, page.limit);
  const ids = shown.flatMap(([id]) => id ?? []);
  const rows = new Map(listNotificationRows(userId, ids).map((row) => [row.id, row]));
  const days = shown.flatMap(([id, followedId, since, newestAt, isRead]) =>
    id === null ? [{ followedId, since, newestAt, isRead: isRead === 1 }] : [],
  );
  const news = new Map(listNewsGroups(days).map((group) => [`${group.followedId} ${group.newestAt}`, group]));
  const told = shown.flatMap(
    ([id, followedId, , newestAt]) => (id === null ? news.get(`${followedId} ${newestAt}`) : rows.get(id)) ?? [],
  );
  return { rows: told, total, ...page, unread, more: all.length > page.limit };
}

const unreadNow = prepared((database) =>
  database
    .select({ unread: sql<number>`${users.unreadCount} + ${unreadNews(value("now"), MOST_NEWS)}` })
    .from(users)
    .where(eq(users.id, sql.placeholder("userId")))
    .prepare(),
);

/** How many a person has not read: rows, and news. */
export function countUnread(userId: number): number {
  return unreadNow().get({ userId, now: now() })?.unread ?? 0;
}

import { eq, sql } from "drizzle-orm";
import { unseenNews } from "~/db/news.server";
import { prepared } from "~/db/prepared.server";
import { activities, garages, users } from "~/db/schema";
import { DAY, now } from "~/lib/time";
import { dayOf, type NewsDay, type NewsGroup } from "./told";

const added = prepared((database) =>
  database
    .select({
      key: sql<number>`asked.key`,
      personName: sql<string>`${users.name}`,
      garageId: sql<number>`${garages.id}`,
      vehicles: sql<number>`sum(${activities.type} = 'vehicle')`,
      photos: sql<number>`sum(${activities.photoCount})`,
      entries: sql<number>`sum(${activities.type} = 'build')`,
      activities: sql<number>`count(*)`,
      // Of the only activity, where there is one.
      vehicleId: sql<number>`max(${activities.vehicleId})`,
      entryId: sql<number | null>`max(${activities.entryId})`,
    })
    .from(sql`json_each(${sql.placeholder("days")}) AS asked`)
    .crossJoin(sql`${activities} INDEXED BY activities_owner`)
    .leftJoin(users, eq(users.id, activities.userId))
    .leftJoin(garages, eq(garages.userId, activities.userId))
    .where(
      sql`${activities.userId} = asked.value ->> 0 AND ${activities.hidden} = 0
        AND ${activities.createdAt} > asked.value ->> 1 AND ${activities.createdAt} <= asked.value ->> 2`,
    )
    .groupBy(sql`asked.key`)
    .prepare(),
);

/** What was added on these days, in their order: one statement. */
export function listNewsGroups(days: readonly NewsDay[]): NewsGroup[] {
  if (days.length === 0) return [];
  const bounds = days.map((day) => [day.followedId, Math.max(day.since, dayOf(day) * DAY - 1), day.newestAt]);
  const rows = added().all({ days: JSON.stringify(bounds) });
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return days.flatMap((day, key): NewsGroup[] => {
    const row = byKey.get(key);
    if (!row) return [];
    const { personName, garageId, vehicles, photos, entries, vehicleId, entryId } = row;
    const only = row.activities === 1 ? { vehicleId, entryId } : null;
    return [{ ...day, kind: "news", personName, garageId, vehicles, photos, entries, only }];
  });
}

const unseen = prepared((database) => {
  const days = unseenNews(
    sql`${sql.placeholder("userId")}`,
    sql`${sql.placeholder("now")}`,
    sql`${sql.placeholder("after")}`,
    sql`${sql.placeholder("limit")}`,
  );
  return database
    .select({
      followedId: sql<number>`news.followed_id`,
      since: sql<number>`news.since`,
      newestAt: sql<number>`news.newest_at`,
    })
    .from(sql`(${days} SELECT * FROM days) AS news`)
    .prepare();
});

/**
 * News that a person has not seen on the site, the newest first, whether or not they want them there.
 * @param after what is not newer is left out, ms
 * @param limit how many garages and days
 */
export function listUnseenNews(userId: number, { after, limit }: { after: number; limit: number }): NewsGroup[] {
  const rows = unseen().all({ userId, now: now(), after, limit });
  return listNewsGroups(rows.map((row) => ({ ...row, isRead: false })));
}

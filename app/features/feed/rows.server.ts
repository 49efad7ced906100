import { eq, sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { activities, buildEntries, garages, users, vehicles } from "~/db/schema";
import { offsetOf, type Page, type Paged } from "~/lib/paging";
import { MOST } from "./limits";

export type ActivityType = "vehicle" | "photos" | "build";

const viewerId = sql.placeholder("viewerId");

/** The newest activity of a person, or the newest before another one. */
const newestOf = (person: string, before?: string) => sql`(
  SELECT next.created_at, next.id FROM activities AS next
  WHERE next.user_id = ${sql.raw(person)} AND next.hidden = 0
    ${before === undefined ? sql`` : sql.raw(`AND (next.created_at, next.id) < (${before}.created_at, ${before}.id)`)}
  ORDER BY next.created_at DESC, next.id DESC LIMIT 1)`;

/**
 * What happened in the garages that the viewer follows, merged: it begins with the newest activity of each; whenever one
 * is taken, the next of the same person comes in its place, and the newest of all is taken next. So it costs one look
 * into the index for each person and one for each row, however much there is; only the rows of the page are read in the
 * table. Cross joins are never reordered.
 */
const merged = sql`(
  WITH RECURSIVE merged (created_at, id, user_id) AS (
    SELECT newest.created_at, newest.id, newest.user_id
    FROM follows CROSS JOIN activities AS newest INDEXED BY activities_owner
    WHERE follows.follower_id = ${viewerId} AND follows.hidden = 0 AND follows.muted = 0
      AND newest.user_id = follows.followed_id AND newest.hidden = 0
      AND (newest.created_at, newest.id) = ${newestOf("follows.followed_id")}
    UNION ALL
    SELECT older.created_at, older.id, older.user_id
    FROM merged CROSS JOIN activities AS older INDEXED BY activities_owner
    WHERE older.user_id = merged.user_id AND older.hidden = 0
      AND (older.created_at, older.id) = ${newestOf("merged.user_id", "merged")}
    ORDER BY 1 DESC, 2 DESC LIMIT ${sql.placeholder("limit")} OFFSET ${sql.placeholder("offset")}
  )
  SELECT id FROM merged) AS followed`;

/** How many there are, `MOST` at most; SQLite counts once a statement, not once a row. */
const inAll = sql<number>`(
  SELECT count(*) FROM (
    SELECT 1 FROM follows CROSS JOIN activities AS counted
    WHERE follows.follower_id = ${viewerId} AND follows.hidden = 0 AND follows.muted = 0
      AND counted.user_id = follows.followed_id AND counted.hidden = 0
    LIMIT ${sql.raw(String(MOST))}))`;

/** The pictures of an activity, as JSON: of its entry, or those of the gallery that came at that time. */
const pictures = sql<string>`(
  SELECT json_group_array(json_object('id', id, 'photo', photo, 'caption', caption)) FROM (
    SELECT photos.id, photos.photo, photos.caption FROM photos
    WHERE photos.vehicle_id = ${activities.vehicleId} AND photos.entry_id IS ${activities.entryId}
      AND CASE ${activities.type}
        WHEN 'build' THEN 1
        WHEN 'vehicle' THEN photos.created_at <= ${vehicles.createdAt}
        ELSE photos.created_at > ${vehicles.createdAt} AND photos.created_at / 86400000 = ${activities.day}
      END
    ORDER BY photos.position, photos.id LIMIT ${sql.placeholder("pictures")}))`;

const followed = prepared((database) =>
  database
    .select({
      id: activities.id,
      type: sql<ActivityType>`${activities.type}`,
      createdAt: activities.createdAt,
      entryId: activities.entryId,
      photoCount: activities.photoCount,
      pictures,
      vehicleId: vehicles.id,
      year: vehicles.year,
      make: vehicles.make,
      model: vehicles.model,
      coverPhoto: vehicles.coverPhoto,
      garageId: vehicles.garageId,
      garageName: sql<string>`${garages.name}`,
      ownerName: sql<string>`${users.name}`,
      ownerAvatar: sql<string>`${users.avatar}`,
      entryTitle: buildEntries.title,
      entryKind: buildEntries.kind,
      total: inAll,
    })
    .from(merged)
    .crossJoin(activities)
    .crossJoin(vehicles)
    .leftJoin(garages, eq(garages.id, vehicles.garageId))
    .leftJoin(users, eq(users.id, vehicles.userId))
    .leftJoin(buildEntries, eq(buildEntries.id, activities.entryId))
    .where(sql`${activities.id} = followed.id AND ${vehicles.id} = ${activities.vehicleId}`)
    .prepare(),
);

const followedTotal = prepared((database) => database.select({ total: inAll }).from(sql`(SELECT 1)`).prepare());

/** A picture of what was added. */
export interface ActivityPicture {
  id: number;
  photo: string;
  caption: string;
}

const toRow = ({ pictures, total: _, ...row }: ReturnType<ReturnType<typeof followed>["all"]>[number]) => ({
  ...row,
  pictures: JSON.parse(pictures) as ActivityPicture[],
});

export type ActivityRow = ReturnType<typeof toRow>;

/**
 * What happened in the garages that the viewer follows, the newest first, and no more than the newest `MOST`.
 * @param most how many pictures of each; -1 for all
 */
export function listActivityRows(viewerId: number, page: Page, most: number): Paged<ActivityRow> {
  const offset = offsetOf(page);
  const limit = Math.max(0, Math.min(page.limit, MOST - offset));
  const rows = followed().all({ viewerId, limit, offset, pictures: most });
  // A page behind the last one has no row that could tell.
  const total = rows[0]?.total ?? (page.page === 1 ? 0 : (followedTotal().get({ viewerId })?.total ?? 0));
  return {
    rows: rows.sort((one, other) => other.createdAt - one.createdAt || other.id - one.id).map(toRow),
    total,
    ...page,
  };
}

import { eq, sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { activities, buildEntries, garages, users, vehicles } from "~/db/schema";
import { offsetOf, type Page, type Paged } from "~/lib/paging";
import { MOST } from "./limits";

export type ActivityType = "vehicle" | "photos" | "build";

const viewerId = sql.placeholder("viewerId");

/** Digits of a time and of an id, so that both in one text are in the order of their numbers. */
const DIGITS = 16;

const part = (packed: string, from: number) => `CAST(substr(${packed}, ${from}, ${DIGITS}) AS INTEGER)`;
const timeOf = (packed: string) => part(packed, 1);
const idOf = (packed: string) => part(packed, DIGITS + 1);

/**
 * The newest activity of a person, or the newest before another one: time and id in one value, so that one look into the
 * index is enough; NULL where there is none.
 */
const newestOf = (person: string, before?: string) => {
  const earlier = before === undefined ? "" : `AND (created_at, id) < (${timeOf(before)}, ${idOf(before)})`;
  return sql.raw(`(
  SELECT printf('%0${DIGITS}d%0${DIGITS}d', created_at, id) FROM activities INDEXED BY activities_owner
  WHERE user_id = ${person} AND hidden = 0 ${earlier} ORDER BY created_at DESC, id DESC LIMIT 1)`);
};

/**
 * What happened in the garages that the viewer follows, merged: it begins with the newest activity of each, as far as
 * these can be among those wanted; whenever one is taken, the next of the same person comes in its place, and the newest
 * of all is taken next. So it costs one look into the index for each person and one for each row, however much there is;
 * only the rows of the page are read in the table. Who has nothing (more) comes last.
 */
const merged = sql`(
  WITH RECURSIVE merged (newest, user_id) AS (
    SELECT newest, user_id FROM (
      SELECT ${newestOf("follows.followed_id")} AS newest, followed_id AS user_id
      FROM follows INDEXED BY follows_news
      WHERE follower_id = ${viewerId} AND hidden = 0 AND muted = 0
      ORDER BY newest DESC LIMIT ${sql.placeholder("limit")} + ${sql.placeholder("offset")})
    UNION ALL
    SELECT ${newestOf("merged.user_id", "merged.newest")}, user_id FROM merged WHERE newest IS NOT NULL
    ORDER BY 1 DESC LIMIT ${sql.placeholder("limit")} OFFSET ${sql.placeholder("offset")}
  )
  SELECT ${sql.raw(idOf("newest"))} AS id FROM merged WHERE newest IS NOT NULL) AS followed`;

/** How many there are, `MOST` at most; SQLite counts once a statement, not once a row. */
const inAll = sql<number>`(
  SELECT count(*) FROM (
    SELECT 1 FROM follows INDEXED BY follows_news CROSS JOIN activities AS counted
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

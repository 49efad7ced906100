import { asc, count, eq, sql } from "drizzle-orm";
import { isAmongIds, prepared } from "~/db/client.server";
import { activities, buildEntries, garages, photos, users, vehicles } from "~/db/schema/index";
import type { Viewer } from "~/features/accounts/policy";
import { vehicleName } from "~/features/vehicles/name";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { groupBy } from "~/lib/rows";
import { formatAgo, formatTime, toIso } from "~/lib/time";

/** Limits the feed's reads and its count. */
export const MAX_ACTIVITIES = 1000;

export const IMAGES_PER_ACTIVITY = 3;

type ActivityType = "vehicle" | "photos" | "build";

const viewerId = sql.placeholder("viewerId");

/** In followed garages: sorted by the index alone, then the page's rows are read. */
const newest = sql`(
  SELECT shown.id FROM follows INDEXED BY follows_news CROSS JOIN activities AS shown INDEXED BY activities_owner
  WHERE follows.follower_id = ${viewerId} AND follows.hidden = 0 AND follows.muted = 0
    AND shown.user_id = follows.followed_id AND shown.hidden = 0
  ORDER BY shown.created_at DESC, shown.id DESC
  LIMIT ${sql.placeholder("limit")} OFFSET ${sql.placeholder("offset")}) AS followed`;

/** At most `MAX_ACTIVITIES`. */
const followedTotal = prepared((database) =>
  database
    .select({ total: count() })
    .from(
      sql`(SELECT 1 FROM follows INDEXED BY follows_news CROSS JOIN activities AS counted
        WHERE follows.follower_id = ${viewerId} AND follows.hidden = 0 AND follows.muted = 0
          AND counted.user_id = follows.followed_id AND counted.hidden = 0
        LIMIT ${sql.raw(String(MAX_ACTIVITIES))})`,
    )
    .prepare(),
);

/** In order: those of the entry, or gallery photos added at that time. */
const pictures = prepared((database) =>
  database
    .select({ activityId: activities.id, id: photos.id, photo: photos.photo, caption: photos.caption })
    .from(activities)
    .crossJoin(vehicles)
    .crossJoin(photos)
    .where(
      sql`${isAmongIds(activities.id)} AND ${vehicles.id} = ${activities.vehicleId} AND ${photos.id} IN (
        SELECT id FROM photos AS p
        WHERE p.vehicle_id = ${activities.vehicleId} AND p.entry_id IS ${activities.entryId} AND p.hidden = 0
          AND CASE ${activities.type}
            WHEN 'build' THEN 1
            WHEN 'vehicle' THEN p.created_at <= ${vehicles.createdAt}
            ELSE p.created_at > ${vehicles.createdAt} AND p.created_at / 86400000 = ${activities.day}
          END
        ORDER BY p.position, p.id LIMIT ${sql.placeholder("most")})`,
    )
    .orderBy(asc(photos.position), asc(photos.id))
    .prepare(),
);

const followed = prepared((database) =>
  database
    .select({
      id: activities.id,
      type: sql<ActivityType>`${activities.type}`,
      createdAt: activities.createdAt,
      entryId: activities.entryId,
      photoCount: activities.photoCount,
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
    })
    .from(newest)
    .crossJoin(activities)
    .crossJoin(vehicles)
    .leftJoin(garages, eq(garages.id, vehicles.garageId))
    .leftJoin(users, eq(users.id, vehicles.userId))
    .leftJoin(buildEntries, eq(buildEntries.id, activities.entryId))
    .where(sql`${activities.id} = followed.id AND ${vehicles.id} = ${activities.vehicleId}`)
    .prepare(),
);

export type ActivityRow = ReturnType<typeof listActivityRows>["rows"][number];

/**
 * In followed garages, newest first, at most `MAX_ACTIVITIES`.
 * @param most pictures per activity; -1 for all
 */
export function listActivityRows(viewerId: number, page: PageParams, most: number) {
  const offset = toOffset(page);
  const limit = Math.max(0, Math.min(page.limit, MAX_ACTIVITIES - offset));
  const rows = followed().all({ viewerId, limit, offset });
  const pictureRows = rows.length === 0 ? [] : pictures().all({ ids: JSON.stringify(rows.map(({ id }) => id)), most });
  const picturesOf = groupBy(pictureRows, ({ activityId }) => activityId);
  return {
    rows: rows
      .sort((one, other) => other.createdAt - one.createdAt || other.id - one.id)
      .map((row) => ({ ...row, pictures: picturesOf.get(row.id) ?? [] })),
    total: followedTotal().get({ viewerId })?.total ?? 0,
    ...page,
  };
}

function toView(row: ActivityRow) {
  const { id, type, vehicleId, garageId, garageName, ownerName, ownerAvatar, photoCount, pictures, createdAt } = row;
  return {
    id,
    type,
    vehicle: vehicleName(row),
    vehicleId,
    garageId,
    garageName,
    ownerName,
    ownerAvatar,
    /** For type `build`. */
    entry: row.entryId === null ? null : { id: row.entryId, title: row.entryTitle, kind: row.entryKind },
    /** For type `photos`: their number, and the first one. */
    photoCount,
    firstPhotoId: pictures[0]?.id ?? null,
    /** Stored names or full URLs; without any, the vehicle's cover, null for the default image. */
    pictures: pictures.length > 0 ? pictures.map(({ photo }) => photo) : [row.coverPhoto],
    at: toIso(createdAt),
    ago: formatAgo(createdAt),
    exactly: formatTime(createdAt),
  };
}

export type ActivityView = ReturnType<typeof toView>;

/** Newest first (feed README, Rules). */
export function listFeed(viewer: Viewer, page: PageParams): Paged<ActivityView> {
  const list = listActivityRows(viewer.id, page, IMAGES_PER_ACTIVITY);
  return { ...list, rows: list.rows.map(toView) };
}

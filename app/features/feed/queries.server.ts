import { asc, count, eq, sql } from "drizzle-orm";
import { isAmongIds, prepared } from "~/db/client.server";
import { activities, buildEntries, garages, photos, users, vehicles } from "~/db/schema/index";
import type { Viewer } from "~/features/accounts/policy";
import { vehicleName } from "~/features/vehicles/name";
import { type Paged, type PageParams, type Part, toOffset } from "~/lib/paging";
import { groupBy, sortByIds } from "~/lib/rows";
import { DAY, formatAgo, formatTime, toIso } from "~/lib/time";

/** Limits the feed's reads and its count. */
export const MAX_ACTIVITIES = 1000;

export const IMAGES_PER_TILE = 3;

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

/** In followed garages, newest first, to group them. */
const newestActivities = prepared((database) =>
  database
    .select({
      id: activities.id,
      type: activities.type,
      vehicleId: activities.vehicleId,
      createdAt: activities.createdAt,
    })
    .from(newest)
    .crossJoin(activities)
    .where(sql`${activities.id} = followed.id`)
    .prepare(),
);

const details = prepared((database) =>
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
    .from(activities)
    .crossJoin(vehicles)
    .leftJoin(garages, eq(garages.id, vehicles.garageId))
    .leftJoin(users, eq(users.id, vehicles.userId))
    .leftJoin(buildEntries, eq(buildEntries.id, activities.entryId))
    .where(sql`${isAmongIds(activities.id)} AND ${vehicles.id} = ${activities.vehicleId}`)
    .prepare(),
);

type Detail = ReturnType<ReturnType<typeof details>["all"]>[number];
type Picture = ReturnType<ReturnType<typeof pictures>["all"]>[number];

const listOrdered = (viewerId: number, part: Part) =>
  newestActivities()
    .all({ viewerId, ...part })
    .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id);

const listDetails = (ids: readonly number[]): Detail[] =>
  ids.length === 0 ? [] : sortByIds(ids, details().all({ ids: JSON.stringify(ids) }));

/** By activity. */
const listPictures = (ids: readonly number[], most: number): Map<number, Picture[]> =>
  groupBy(ids.length === 0 ? [] : pictures().all({ ids: JSON.stringify(ids), most }), ({ activityId }) => activityId);

export type ActivityRow = Detail & { pictures: Picture[] };

/** One by one, with all pictures: in followed garages, newest first, at most `MAX_ACTIVITIES`. */
export function listActivityRows(viewerId: number, page: PageParams) {
  const offset = toOffset(page);
  const limit = Math.max(0, Math.min(page.limit, MAX_ACTIVITIES - offset));
  const ids = listOrdered(viewerId, { limit, offset }).map(({ id }) => id);
  const picturesOf = listPictures(ids, -1);
  return {
    rows: listDetails(ids).map((row): ActivityRow => ({ ...row, pictures: picturesOf.get(row.id) ?? [] })),
    total: followedTotal().get({ viewerId })?.total ?? 0,
    ...page,
  };
}

/** Activities of one tile, newest first: a vehicle's build entries of a UTC day, else one. */
type Tile = number[];

/** At the place of their newest activity. */
function listTiles(viewerId: number): Tile[] {
  const tiles = groupBy(
    listOrdered(viewerId, { limit: MAX_ACTIVITIES, offset: 0 }),
    ({ id, type, vehicleId, createdAt }) =>
      type === "build" ? `${vehicleId} ${Math.floor(createdAt / DAY)}` : String(id),
  );
  return [...tiles.values()].map((tile) => tile.map(({ id }) => id));
}

function toView(row: ActivityRow, entryCount: number) {
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
    /** For type `build`: the newest one. */
    entry: row.entryId === null ? null : { id: row.entryId, title: row.entryTitle, kind: row.entryKind },
    entryCount,
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
  const tiles = listTiles(viewer.id);
  const offset = toOffset(page);
  const pageTiles = tiles.slice(offset, offset + page.limit);
  const picturesOf = listPictures(
    pageTiles.flatMap((tile) => tile.slice(0, IMAGES_PER_TILE)),
    IMAGES_PER_TILE,
  );
  const tileOf = new Map(pageTiles.map((tile) => [tile[0], tile]));
  const rows = listDetails(pageTiles.map(([id]) => id!)).map((row) => {
    const tile = tileOf.get(row.id) ?? [];
    const ofTile = tile.flatMap((id) => picturesOf.get(id) ?? []).slice(0, IMAGES_PER_TILE);
    return toView({ ...row, pictures: ofTile }, row.type === "build" ? tile.length : 0);
  });
  return { rows, total: tiles.length, ...page };
}

import { eq, sql } from "drizzle-orm";
import type { SQLiteSelect } from "drizzle-orm/sqlite-core";
import type { Db } from "~/db/client.server";
import { garages, places, users } from "~/db/schema";
import { placeColumns } from "~/features/places/queries.server";

/** A garage's own picture, else the cover of its newest vehicle that has one. */
const picture = sql<string | null>`coalesce(garages.cover_photo, (
  SELECT v.cover_photo FROM vehicles v INDEXED BY vehicles_with_cover
  WHERE v.garage_id = garages.id AND v.cover_photo IS NOT NULL ORDER BY v.id DESC LIMIT 1))`;

/** What a card shows of a garage: no long texts. */
const cardColumns = {
  id: garages.id,
  name: garages.name,
  /** A stored name or a full URL; null shows the default image. */
  coverPhoto: picture,
  vehicleCount: garages.vehicleCount,
  photoCount: garages.photoCount,
  ownerName: sql<string>`${users.name}`,
};

/** What its own page shows, and the API wherever it answers a garage. */
const fullColumns = {
  ...cardColumns,
  description: garages.description,
  location: garages.location,
  isPublicAddress: garages.isPublicAddress,
  address: garages.address,
  /** Where the location lies; the server's alone. */
  placeId: garages.placeId,
  showOnMap: garages.showOnMap,
  reviewCount: garages.reviewCount,
  ratingSum: garages.ratingSum,
  createdAt: garages.createdAt,
  ownerId: garages.userId,
  ownerAvatar: sql<string>`${users.avatar}`,
  ownerBio: sql<string>`${users.bio}`,
  ownerSince: sql<number>`${users.createdAt}`,
  followerCount: sql<number>`${users.followerCount}`,
};

/**
 * With the owner, whose columns have to be typed by hand (`sql<string>`). Left-joined, so that the planner cannot start
 * at the people and sort all garages: the index decides the order.
 */
function withOwner<Select extends SQLiteSelect>(query: Select): Select {
  query.leftJoin(users, eq(users.id, garages.userId));
  return query;
}

/** Led by the full-text index; the cross join keeps it in front. */
function ofMatches<Select extends SQLiteSelect>(query: Select): Select {
  query.crossJoin(garages);
  return withOwner(query);
}

/** Garages with their owners, as lists show them. */
export const cards = {
  select: (database: Db) => withOwner(database.select(cardColumns).from(garages).$dynamic()),
  selectMatching: (database: Db) => ofMatches(database.select(cardColumns).from(sql`garages_fts`).$dynamic()),
};

/** Garages with their owners and all that a page or the API shows of them. */
export const fullRows = {
  select: (database: Db) => withOwner(database.select(fullColumns).from(garages).$dynamic()),
  selectMatching: (database: Db) => ofMatches(database.select(fullColumns).from(sql`garages_fts`).$dynamic()),
};

/** The same for its own page, with its place: the page looks around there, and its owner sees where it stands. */
export const selectPageRow = (database: Db) =>
  database
    .select({ ...fullColumns, placeText: garages.placeText, place: placeColumns })
    .from(garages)
    .leftJoin(users, eq(users.id, garages.userId))
    .leftJoin(places, eq(places.id, garages.placeId));

export type GarageCardRow = ReturnType<ReturnType<typeof cards.select>["all"]>[number];
export type GarageRow = ReturnType<ReturnType<typeof fullRows.select>["all"]>[number];

/** The mean rating to one decimal; null without reviews. */
export function averageRating({ reviewCount, ratingSum }: Pick<GarageRow, "reviewCount" | "ratingSum">): number | null {
  return reviewCount === 0 ? null : Math.round((ratingSum / reviewCount) * 10) / 10;
}

/** The street address where its owner publishes it, otherwise the general location (garages README, Address). */
export function shownLocation({
  isPublicAddress,
  address,
  location,
}: Pick<GarageRow, "isPublicAddress" | "address" | "location">) {
  return isPublicAddress && address ? address : location;
}

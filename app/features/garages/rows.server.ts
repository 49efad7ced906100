import { eq, sql } from "drizzle-orm";
import type { Db } from "~/db/client.server";
import { garages, users } from "~/db/schema";

/** A garage's own picture, else the cover of its newest vehicle that has one. */
const picture = sql<string | null>`coalesce(garages.cover_photo, (
  SELECT v.cover_photo FROM vehicles v INDEXED BY vehicles_with_cover
  WHERE v.garage_id = garages.id AND v.cover_photo IS NOT NULL ORDER BY v.id DESC LIMIT 1))`;

const columns = {
  id: garages.id,
  name: garages.name,
  description: garages.description,
  coverPhoto: picture,
  location: garages.location,
  isPublicAddress: garages.isPublicAddress,
  address: garages.address,
  placeId: garages.placeId,
  showOnMap: garages.showOnMap,
  vehicleCount: garages.vehicleCount,
  photoCount: garages.photoCount,
  reviewCount: garages.reviewCount,
  ratingSum: garages.ratingSum,
  createdAt: garages.createdAt,
  ownerId: garages.userId,
  ownerName: sql<string>`${users.name}`,
  ownerAvatar: sql<string>`${users.avatar}`,
  ownerBio: sql<string>`${users.bio}`,
  ownerSince: sql<number>`${users.createdAt}`,
  followerCount: sql<number>`${users.followerCount}`,
};

/** A garage with its owner, as read for cards, pages and the API. */
export interface GarageRow {
  id: number;
  name: string;
  description: string;
  coverPhoto: string | null;
  location: string;
  isPublicAddress: boolean;
  address: string | null;
  /** Where the location lies; the server's alone. */
  placeId: number | null;
  showOnMap: boolean;
  vehicleCount: number;
  photoCount: number;
  reviewCount: number;
  ratingSum: number;
  createdAt: number;
  ownerId: number;
  ownerName: string;
  ownerAvatar: string;
  ownerBio: string;
  ownerSince: number;
  followerCount: number;
}

// The owner is left-joined, so that the planner cannot start at the people and sort all garages: the index decides the order.
export const selectGarages = (database: Db) =>
  database.select(columns).from(garages).leftJoin(users, eq(users.id, garages.userId)).$dynamic();

/** Like `selectGarages`, led by the full-text index; the cross joins keep it in front. */
export const selectMatchingGarages = (database: Db) =>
  database
    .select(columns)
    .from(sql`garages_fts`)
    .crossJoin(garages)
    .leftJoin(users, eq(users.id, garages.userId))
    .$dynamic();

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

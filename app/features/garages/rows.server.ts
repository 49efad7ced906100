import { eq, sql } from "drizzle-orm";
import type { Db } from "~/db/client.server";
import { HIDDEN } from "~/db/columns";
import { garages, places, users } from "~/db/schema";
import type { Role, Viewer } from "~/features/accounts/policy";
import { countWithheldReviews } from "~/features/blocks/queries.server";
import { placeColumns } from "~/features/places/queries.server";
import type { GarageTexts } from "./holding.server";

/** The garage's own picture, else the cover of its newest vehicle not hidden itself (6: `HIDDEN.measure` and `HIDDEN.hold`). */
export const garagePicture = sql<string | null>`coalesce(garages.cover_photo, (
  SELECT v.cover_photo FROM vehicles v INDEXED BY vehicles_with_cover
  WHERE v.garage_id = garages.id AND v.cover_photo IS NOT NULL AND v.hidden & 6 = 0 ORDER BY v.id DESC LIMIT 1))`;

const cardColumns = {
  id: garages.id,
  name: garages.name,
  /** A stored name or a full URL, or null. */
  coverPhoto: garagePicture,
  vehicleCount: garages.vehicleCount,
  ownerName: sql<string>`${users.name}`,
};

const fullColumns = {
  ...cardColumns,
  description: garages.description,
  location: garages.location,
  isPublicAddress: garages.isPublicAddress,
  address: garages.address,
  /** For the server only. */
  placeId: garages.placeId,
  showOnMap: garages.showOnMap,
  reviewCount: garages.reviewCount,
  ratingSum: garages.ratingSum,
  createdAt: garages.createdAt,
  hidden: garages.hidden,
  /** Of garage and profile, pending or refused, as JSON; see `withOwnTexts`. */
  waiting: sql<string | null>`(SELECT json_set(texts, '$.refused', reason IS NOT NULL) FROM holds
    WHERE kind = 'garage' AND thing_id = ${garages.id})`,
  waitingProfile: sql<string | null>`(SELECT texts FROM holds WHERE kind = 'profile' AND thing_id = ${garages.userId})`,
  ownerId: garages.userId,
  ownerAvatar: sql<string>`${users.avatar}`,
  ownerBio: sql<string>`${users.bio}`,
  ownerRole: sql<Role>`${users.role}`,
  ownerSince: sql<number>`${users.createdAt}`,
  followerCount: sql<number>`${users.followerCount}`,
};

/**
 * Joined columns need explicit types (`sql<string>`). Left joins, so that the planner cannot start at the users and
 * sort all garages: the index decides the order.
 */
export const selectCards = (database: Db) =>
  database.select(cardColumns).from(garages).leftJoin(users, eq(users.id, garages.userId));

export const selectRows = (database: Db) =>
  database.select(fullColumns).from(garages).leftJoin(users, eq(users.id, garages.userId));

export const selectPageRow = (database: Db) =>
  database
    .select({ ...fullColumns, placeText: garages.placeText, place: placeColumns })
    .from(garages)
    .leftJoin(users, eq(users.id, garages.userId))
    .leftJoin(places, eq(places.id, garages.placeId));

export type GarageCardRow = ReturnType<ReturnType<typeof selectCards>["all"]>[number];
export type GarageRow = ReturnType<ReturnType<typeof selectRows>["all"]>[number];

/** For the owner, with the texts pending review, marked as held; unchanged for others. */
export function withOwnTexts<Row extends GarageRow>(viewerId: number | undefined, row: Row): Row {
  if (row.ownerId !== viewerId) return row;
  const { isPublicAddress, refused, ...texts } = JSON.parse(row.waiting ?? "{}") as Partial<GarageTexts>;
  const { bio = row.ownerBio } = JSON.parse(row.waitingProfile ?? "{}") as { bio?: string };
  if (row.waiting === null) return { ...row, ownerBio: bio };
  const hidden = row.hidden | HIDDEN.hold | (refused ? HIDDEN.refused : 0);
  return { ...row, ...texts, isPublicAddress: isPublicAddress !== "", ownerBio: bio, hidden };
}

/** Counts only the reviews that the viewer sees. */
export function withSeenReviews<Row extends GarageRow>(viewer: Viewer | null, row: Row): Row {
  const { reviewCount, ratingSum } = countWithheldReviews(viewer, row.id);
  return { ...row, reviewCount: row.reviewCount - reviewCount, ratingSum: row.ratingSum - ratingSum };
}

/** To one decimal; null without reviews. */
export function averageRating({ reviewCount, ratingSum }: Pick<GarageRow, "reviewCount" | "ratingSum">): number | null {
  return reviewCount === 0 ? null : Math.round((ratingSum / reviewCount) * 10) / 10;
}

/** The street address if public, else the general location (garages README, Address). */
export function shownLocation({
  isPublicAddress,
  address,
  location,
}: Pick<GarageRow, "isPublicAddress" | "address" | "location">) {
  return isPublicAddress && address ? address : location;
}

import { and, eq, sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { reviews } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { getFollowView } from "./follows.server";
import { getReviewForm } from "./reviews.server";

const standing = prepared((database) =>
  database
    .select({
      following: sql<number>`EXISTS (SELECT 1 FROM follows
        WHERE follower_id = ${sql.placeholder("viewerId")} AND followed_id = ${sql.placeholder("ownerId")})`,
      own: { id: reviews.id, rating: reviews.rating, review: reviews.review },
    })
    .from(sql`(SELECT 1) AS one`)
    .leftJoin(
      reviews,
      and(eq(reviews.garageId, sql.placeholder("garageId")), eq(reviews.userId, sql.placeholder("viewerId"))),
    )
    .prepare(),
);

const vehicleStanding = prepared((database) =>
  database
    .select({
      liked: sql<number>`EXISTS (SELECT 1 FROM likes
        WHERE vehicle_id = ${sql.placeholder("vehicleId")} AND user_id = ${sql.placeholder("viewerId")})`,
      following: sql<number>`EXISTS (SELECT 1 FROM follows
        WHERE follower_id = ${sql.placeholder("viewerId")} AND followed_id = ${sql.placeholder("ownerId")})`,
    })
    .from(sql`(SELECT 1) AS one`)
    .prepare(),
);

/** How the viewer stands to a vehicle and to the person it belongs to. */
export function getVehicleStanding(viewer: Viewer | null, vehicleId: number, ownerId: number) {
  const row = viewer === null ? undefined : vehicleStanding().get({ viewerId: viewer.id, vehicleId, ownerId });
  return { liked: row?.liked === 1, follow: getFollowView(viewer, ownerId, () => row?.following === 1) };
}

/** How the viewer stands to a garage and to the person it belongs to. */
export function getStanding(viewer: Viewer | null, garageId: number, ownerId: number) {
  const row = viewer === null ? undefined : standing().get({ viewerId: viewer.id, garageId, ownerId });
  return {
    follow: getFollowView(viewer, ownerId, () => row?.following === 1),
    reviewForm: getReviewForm(viewer, garageId, ownerId, () => row?.own ?? undefined),
  };
}

import { and, eq, sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { reviews } from "~/db/schema";
import { isAdmin, type Role, type Viewer } from "~/features/accounts/policy";
import { blockedByViewer, mutedByViewer } from "~/features/blocks/columns.server";
import { toPeaceView } from "~/features/blocks/queries.server";
import { getFollowView } from "./follows.server";
import { getReviewForm } from "./reviews.server";

const standing = prepared((database) =>
  database
    .select({
      following: sql<number>`EXISTS (SELECT 1 FROM follows
        WHERE follower_id = ${sql.placeholder("viewerId")} AND followed_id = ${sql.placeholder("ownerId")})`,
      blocks: blockedByViewer(sql.placeholder("ownerId")),
      mutes: mutedByViewer(sql.placeholder("ownerId")),
      role: sql<Role>`(SELECT role FROM users WHERE id = ${sql.placeholder("ownerId")})`,
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
  const follow = getFollowView(viewer, ownerId, () => row?.following === 1);
  const reviewForm = getReviewForm(viewer, garageId, ownerId, () => row?.own ?? undefined);
  // Who was blocked is not told; who blocked knows that there is nothing to do here.
  const closed = row?.blocks && !isAdmin(viewer);
  return {
    follow: closed ? { ...follow, viewerCanFollow: false } : follow,
    reviewForm: closed ? { ...reviewForm, viewerCanReview: false } : reviewForm,
    peace: toPeaceView(viewer, ownerId, row),
  };
}

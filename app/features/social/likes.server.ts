import { and, eq, sql } from "drizzle-orm";
import { transaction } from "~/db/client.server";
import { prepared } from "~/db/prepared.server";
import { likes } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { requireNoBlock } from "~/features/blocks/queries.server";
import { notifyLike } from "~/features/notifications/notify.server";
import { getVehicleFacts } from "~/features/vehicles/queries.server";
import { now } from "~/lib/time";

const like = prepared((database) =>
  database
    .select({ userId: likes.userId })
    .from(likes)
    .where(and(eq(likes.vehicleId, sql.placeholder("vehicleId")), eq(likes.userId, sql.placeholder("userId"))))
    .prepare(),
);

const addLike = prepared((database) =>
  database
    .insert(likes)
    .values({
      vehicleId: sql.placeholder("vehicleId"),
      userId: sql.placeholder("userId"),
      createdAt: sql.placeholder("createdAt"),
    })
    .onConflictDoNothing()
    .prepare(),
);

const removeLike = prepared((database) =>
  database
    .delete(likes)
    .where(and(eq(likes.vehicleId, sql.placeholder("vehicleId")), eq(likes.userId, sql.placeholder("userId"))))
    .prepare(),
);

/** Whether the viewer likes the vehicle; a visitor does not yet. */
export function isLiked(viewer: Viewer | null, vehicleId: number): boolean {
  return viewer !== null && like().get({ vehicleId, userId: viewer.id }) !== undefined;
}

/**
 * Likes a vehicle or takes the like back.
 * @param liked what to set; without it the like is toggled
 * @returns how things stand afterwards
 * @throws DomainError not_found, also while the vehicle's owner is deactivated; forbidden for a like where one of the two
 *   has blocked the other
 */
export function setLike(viewer: Viewer, vehicleId: number, liked?: boolean | null) {
  return transaction(() => {
    const { userId } = getVehicleFacts(vehicleId);
    const next = liked ?? !isLiked(viewer, vehicleId);
    if (next) requireNoBlock(viewer, userId);
    const one = { vehicleId, userId: viewer.id };
    const createdAt = now();
    if (!next) removeLike().run(one);
    else if (addLike().run({ ...one, createdAt }).changes > 0)
      notifyLike(viewer.id, { id: vehicleId, userId }, createdAt);
    return { liked: next, likeCount: getVehicleFacts(vehicleId).likeCount };
  });
}

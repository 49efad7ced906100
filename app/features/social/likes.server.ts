import { and, eq, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { prepared } from "~/db/prepared.server";
import { likes } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { getVehicleFacts } from "~/features/vehicles/queries.server";
import { now } from "~/lib/time";

const like = prepared((database) =>
  database
    .select({ userId: likes.userId })
    .from(likes)
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
 * @throws DomainError not_found, also while the vehicle's owner is deactivated
 */
export function setLike(viewer: Viewer, vehicleId: number, liked?: boolean | null) {
  return transaction(() => {
    getVehicleFacts(vehicleId);
    const next = liked ?? !isLiked(viewer, vehicleId);
    if (next) addLike(viewer.id, vehicleId);
    else removeLike(viewer.id, vehicleId);
    return { liked: next, likeCount: getVehicleFacts(vehicleId).likeCount };
  });
}

function addLike(userId: number, vehicleId: number): void {
  db().insert(likes).values({ vehicleId, userId, createdAt: now() }).onConflictDoNothing().run();
}

function removeLike(userId: number, vehicleId: number): void {
  db()
    .delete(likes)
    .where(and(eq(likes.vehicleId, vehicleId), eq(likes.userId, userId)))
    .run();
}

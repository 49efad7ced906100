import { asc, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { comments, garages, likes, reviews, vehicles } from "~/db/schema";
import { type NamedVehicle, vehicleName } from "~/features/vehicles/name";
import { pick } from "~/lib/rows";
import { toIso } from "~/lib/time";

const shownColumns = {
  year: vehicles.year,
  make: vehicles.make,
  model: vehicles.model,
  hidden: vehicles.hidden,
  ownerId: vehicles.userId,
};

/** Hides the names of other users' hidden vehicles. */
const nameFor = (
  userId: number,
  { hidden, ownerId, ...vehicle }: NamedVehicle & { hidden: number; ownerId: number },
) => (hidden === 0 || ownerId === userId ? vehicleName(vehicle) : "A hidden vehicle");

export function listUserComments(userId: number) {
  return db()
    .select({
      id: comments.id,
      parentId: comments.parentId,
      text: comments.text,
      vehicleId: comments.vehicleId,
      at: comments.createdAt,
      editedAt: comments.editedAt,
      ...shownColumns,
    })
    .from(comments)
    .innerJoin(vehicles, eq(vehicles.id, comments.vehicleId))
    .where(eq(comments.userId, userId))
    .orderBy(asc(comments.id))
    .all()
    .map((row) => ({
      id: String(row.id),
      // The first comment of the thread, for a reply.
      parent: row.parentId === null ? null : String(row.parentId),
      text: row.text,
      vehicle: nameFor(userId, row),
      vehicleId: String(row.vehicleId),
      createdAt: toIso(row.at),
      editedAt: row.editedAt === null ? null : toIso(row.editedAt),
    }));
}

export function listUserLikes(userId: number) {
  return db()
    .select({ vehicleId: likes.vehicleId, at: likes.createdAt, ...shownColumns })
    .from(likes)
    .innerJoin(vehicles, eq(vehicles.id, likes.vehicleId))
    .where(eq(likes.userId, userId))
    .orderBy(asc(likes.createdAt))
    .all()
    .map((row) => ({ vehicle: nameFor(userId, row), vehicleId: String(row.vehicleId), createdAt: toIso(row.at) }));
}

export function listUserReviews(userId: number) {
  return db()
    .select({ review: reviews, garage: garages.name, hidden: garages.hidden })
    .from(reviews)
    .innerJoin(garages, eq(garages.id, reviews.garageId))
    .where(eq(reviews.userId, userId))
    .orderBy(asc(reviews.id))
    .all()
    .map(({ review, garage, hidden }) => ({
      ...pick(review, "rating", "review"),
      garage: hidden === 0 ? garage : "A hidden garage",
      garageId: String(review.garageId),
      createdAt: toIso(review.createdAt),
    }));
}

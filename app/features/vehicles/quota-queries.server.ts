import { eq, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { events, photos, vehicles } from "~/db/schema";
import { env } from "~/env.server";
import { DomainError } from "~/lib/errors";
import { sizeInWords } from "~/lib/text";
import { bytesOfUploads } from "~/services/uploads/resumable.server";

/** How much room a member's photos take up and may take up, bytes. */
export interface PhotoRoom {
  used: number;
  quota: number;
}

/**
 * What the photos of a member's vehicles and the pictures of their events take up, and what has come of photos that are
 * on their way. Their avatar is not counted.
 */
export function getPhotoRoom(userId: number): PhotoRoom {
  const ofVehicles = db()
    .select({ bytes: sql<number>`coalesce(sum(${photos.bytes}), 0)` })
    .from(vehicles)
    .innerJoin(photos, eq(photos.vehicleId, vehicles.id))
    .where(eq(vehicles.userId, userId));
  const ofEvents = db()
    .select({ bytes: sql<number>`coalesce(sum(${events.imageBytes}), 0)` })
    .from(events)
    .where(eq(events.userId, userId));
  const row = db().get<{ used: number }>(sql`SELECT (${ofVehicles}) + (${ofEvents}) AS used`);
  return { used: row.used + bytesOfUploads(userId), quota: env().MEMBER_QUOTA_MB * 1024 * 1024 };
}

/**
 * Refuses more photos where a member's room is full: asked before the images are made, which takes its time.
 * @param field the field that the files were sent in
 * @param freed bytes of what will be replaced, and of files that came before their form
 * @throws DomainError too_large
 */
export function requirePhotoRoom(userId: number, field: string, freed = 0): void {
  const { used, quota } = getPhotoRoom(userId);
  if (used - freed < quota) return;
  const size = sizeInWords(quota);
  throw noRoom(
    field,
    `Your photos take up ${size}, which is all the room there is for one member. Delete some to make room.`,
  );
}

/**
 * Refuses photos that are more than there is room left for: asked in the transaction that writes them.
 * @param more bytes
 * @throws DomainError too_large
 */
export function checkPhotoRoom(userId: number, field: string, more: number, freed = 0): void {
  const { used, quota } = getPhotoRoom(userId);
  if (more === 0 || used - freed + more <= quota) return;
  const [mine, all] = [used - freed, quota].map(sizeInWords);
  throw noRoom(
    field,
    `There is no room left for this: your photos take up ${mine} of ${all}. Delete some to make room.`,
  );
}

function noRoom(field: string, message: string): DomainError {
  return new DomainError("too_large", message, { [field]: [message] });
}

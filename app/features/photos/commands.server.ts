import { eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { unreferencedImages } from "~/db/image-references.server";
import { photos, vehicles } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { checkPhotoCount, insertPhotos, withNewPhotos } from "~/features/vehicles/photo-columns.server";
import { listPhotoRowsBeside, type PhotoRow } from "~/features/vehicles/photo-queries.server";
import { getVehicleToEdit } from "~/features/vehicles/queries.server";
import { invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { MAX_PHOTOS_PER_VEHICLE, NO_PHOTOS } from "~/lib/image-limits";
import { now } from "~/lib/time";
import { removeImages } from "~/services/images/files.server";
import { getPhotoToEdit } from "./queries.server";
import type { PhotoChange } from "./schema.server";

/**
 * Adds photos at the end of a vehicle's gallery, in the order in which they were chosen; the first is the cover where
 * there is none. When one file is refused, none is kept.
 * @returns the new photos' ids, in order
 * @throws DomainError not_found; forbidden for anybody but the owner; invalid without a file, with more than five or
 *   past 100 photos a vehicle; invalid or too_large naming the file that is refused; too_large where the photos
 *   of one member have no room left
 */
export async function addPhotos(viewer: Viewer, vehicleId: number, files: UploadedFile[]): Promise<number[]> {
  const room = getVehicleToEdit(vehicleId, viewer);
  if (files.length === 0) throw invalidField("photos", NO_PHOTOS);
  checkRoom(room, files.length);
  return withNewPhotos(viewer, files, (images) => {
    // Looked up again: making the images took its time.
    const vehicle = getVehicleToEdit(vehicleId, viewer);
    checkRoom(vehicle, images.length);
    if (vehicle.coverPhoto === null) writeCover(vehicleId, images[0]?.name ?? null);
    return insertPhotos(viewer, images, { vehicleId, entryId: null, after: vehicle.photoCount, createdAt: now() });
  });
}

function checkRoom({ photoCount }: { photoCount: number }, more: number): void {
  checkPhotoCount({ name: "A vehicle", most: MAX_PHOTOS_PER_VEHICLE, photoCount }, more);
}

/** Makes an image the vehicle's cover; null for none. */
export function writeCover(vehicleId: number, coverPhoto: string | null): void {
  db().update(vehicles).set({ coverPhoto, updatedAt: now() }).where(eq(vehicles.id, vehicleId)).run();
}

/**
 * Deletes a photo of a gallery or of a build log and closes the gap. Where it was the cover, the next photo becomes it
 * (the one before, at the end; none, after the last). The file goes after the transaction, unless something else shows it.
 * @returns the id of its vehicle
 * @throws DomainError not_found; forbidden for anybody but the owner
 */
export async function deletePhoto(viewer: Viewer, photoId: number): Promise<number> {
  const { vehicleId, unused } = transaction(() => {
    const { photo, vehicle } = getPhotoToEdit(photoId, viewer);
    db().delete(photos).where(eq(photos.id, photoId)).run();
    const left = listPhotoRowsBeside(photo);
    writeOrder(left);
    // The same file may stand in the gallery twice; then the cover stays.
    if (
      photo.entryId === null &&
      vehicle.coverPhoto === photo.photo &&
      !left.some((other) => other.photo === photo.photo)
    ) {
      writeCover(vehicle.id, (left[photo.position - 1] ?? left.at(-1))?.photo ?? null);
    }
    return { vehicleId: vehicle.id, unused: unreferencedImages("photos", [photo.photo]) };
  });
  await removeImages("photos", unused);
  return vehicleId;
}

/**
 * Changes a photo's caption or place, whichever is given.
 * @returns the id of its vehicle
 * @throws DomainError not_found; forbidden for anybody but the owner
 */
export function updatePhoto(viewer: Viewer, photoId: number, { caption, position }: Omit<PhotoChange, "turn">): number {
  return transaction(() => {
    const { photo, vehicle } = getPhotoToEdit(photoId, viewer);
    if (caption !== undefined) db().update(photos).set({ caption }).where(eq(photos.id, photoId)).run();
    if (position !== undefined) placePhoto(photo, position);
    return vehicle.id;
  });
}

/**
 * Moves a photo one place; at the end of the gallery it stays where it is.
 * @returns the id of its vehicle
 * @throws DomainError not_found; forbidden for anybody but the owner
 */
export function movePhoto(viewer: Viewer, photoId: number, direction: "earlier" | "later"): number {
  return transaction(() => {
    const { photo, vehicle } = getPhotoToEdit(photoId, viewer);
    placePhoto(photo, photo.position + (direction === "earlier" ? -1 : 1));
    return vehicle.id;
  });
}

function placePhoto(photo: PhotoRow, position: number): void {
  const order = listPhotoRowsBeside(photo);
  const from = order.findIndex(({ id }) => id === photo.id);
  const [moved] = order.splice(from, 1);
  if (!moved) return;
  order.splice(Math.max(0, position - 1), 0, moved);
  writeOrder(order);
}

/** Numbers the photos of a gallery, or of an entry, from 1 without gaps; only what changed is written. */
export function writeOrder(order: readonly PhotoRow[]): void {
  for (const [at, { id, position }] of order.entries()) {
    if (position !== at + 1)
      db()
        .update(photos)
        .set({ position: at + 1 })
        .where(eq(photos.id, id))
        .run();
  }
}

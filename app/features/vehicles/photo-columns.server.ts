import { db, transaction } from "~/db/client.server";
import { photos } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { bytesOf, withStagedImages } from "~/services/images/stage.server";
import type { StoredImage } from "~/services/images/staged.server";
import { bytesBefore } from "~/services/uploads/resumable.server";
import { checkPhotoRoom, requirePhotoRoom } from "./quota-queries.server";

/**
 * Makes images of the files and runs `write` with them, in a transaction. When one file is refused, none is kept.
 * @param write calls `insertPhotos`, and looks up again what it relies on: making the images took its time
 * @returns what `write` returns
 * @throws DomainError invalid or too_large naming the file that is refused; too_large where the photos of one member have
 *   no room left; what `write` throws
 */
export function withNewPhotos<T>(
  viewer: Viewer,
  files: UploadedFile[],
  write: (images: StoredImage[]) => T,
): Promise<T> {
  if (files.length > 0) requirePhotoRoom(viewer.id, "photos", bytesBefore(files));
  return withStagedImages("photos", files, "photos", (images) => transaction(() => write(images)));
}

/** Where new photos stand. */
interface PhotoPlace {
  vehicleId: number;
  /** The entry of its build log; null for its gallery. */
  entryId: number | null;
  /** How many stand there already: the new ones come behind them. */
  after: number;
  /** One time for all. */
  createdAt: number;
}

/**
 * Writes the rows of new photos, in order.
 * @returns their ids, in order
 * @throws DomainError too_large where the photos of one member have no room left
 */
export function insertPhotos(
  viewer: Viewer,
  images: readonly StoredImage[],
  { vehicleId, entryId, after, createdAt }: PhotoPlace,
): number[] {
  if (images.length === 0) return [];
  checkPhotoRoom(viewer.id, "photos", bytesOf(images));
  const rows = images.map(({ name, bytes }, at) => ({
    vehicleId,
    entryId,
    photo: name,
    bytes,
    position: after + at + 1,
    createdAt,
  }));
  const written = db().insert(photos).values(rows).returning({ id: photos.id }).all();
  return written.map(({ id }) => id);
}

/**
 * Refuses more photos than may stand in one place.
 * @param place.name as a sentence begins: "A vehicle"
 * @param more how many are to be added
 * @throws DomainError invalid
 */
export function checkPhotoCount(place: { name: string; most: number; photoCount: number }, more: number): void {
  const left = Math.max(0, place.most - place.photoCount);
  if (more <= left) return;
  const rest = left === 0 ? "Delete some to make room." : `There is room for ${left} more.`;
  throw invalidField("photos", `${place.name} can have at most ${place.most} photos. ${rest}`);
}

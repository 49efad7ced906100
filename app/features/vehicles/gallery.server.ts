import { eq, inArray } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { setHidden } from "~/db/hide.server";
import { photos, vehicles } from "~/db/schema";
import { isHiddenItself } from "~/db/scopes.server";
import type { Viewer } from "~/features/accounts/policy";
import { holdEdit } from "~/features/holds/holding.server";
import { checkPhotoCount, insertPhotos, withNewPhotos } from "~/features/photos/new-photos.server";
import { NOT_OF_VEHICLE } from "~/features/photos/policy";
import {
  getPhoto,
  listEntryPhotoRows,
  listPhotoRows,
  listSiblingPhotoRows,
  ownCaption,
  type PhotoRow,
} from "~/features/photos/rows.server";
import type { GalleryChange, PhotoChange } from "~/features/photos/schema.server";
import { invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { MAX_PHOTOS_PER_VEHICLE, NO_PHOTOS } from "~/lib/images";
import { NO_PRECONDITION, type Precondition } from "~/lib/revision.server";
import { now } from "~/lib/time";
import { removeImages } from "~/services/images/files.server";
import { unreferencedImages } from "~/services/images/references.server";
import { getVehicleToEdit } from "./queries.server";

/** @throws DomainError not_found, also if its vehicle is hidden; forbidden for non-owners */
export function getPhotoToEdit(id: number, viewer: Viewer) {
  const photo = getPhoto(id);
  return { photo, vehicle: getVehicleToEdit(photo.vehicleId, viewer) };
}

/**
 * At the end, in their order; the first becomes the cover if there is none. If one file is refused, none is stored.
 * @returns the new photos' ids, in order
 * @throws DomainError not_found; forbidden for non-owners; invalid without a file, with more than five, or over 100
 *   photos per vehicle; invalid or too_large naming the refused file; too_large if the photo storage is full
 */
export async function addPhotos(viewer: Viewer, vehicleId: number, files: UploadedFile[]): Promise<number[]> {
  const room = getVehicleToEdit(vehicleId, viewer);
  if (files.length === 0) throw invalidField("photos", NO_PHOTOS);
  requirePhotoLimit(room, files.length);
  return withNewPhotos(viewer, files, (images) => {
    // Read again: image processing took time.
    const vehicle = getVehicleToEdit(vehicleId, viewer);
    // Includes hidden photos, which the row's counter omits.
    const photoCount = listPhotoRows([vehicleId]).length;
    requirePhotoLimit({ photoCount }, images.length);
    // No text, but an edit like any other.
    const isPending = holdEdit(viewer, "vehicle", vehicleId, {}, "");
    if (vehicle.coverPhoto === null && !isPending) setCoverColumn(vehicleId, images[0]?.name ?? null);
    const ids = insertPhotos(viewer, images, { vehicleId, entryId: null, after: photoCount, createdAt: now() });
    if (isPending) for (const id of ids) setHidden("photo", id, "hold", true);
    return ids;
  });
}

function requirePhotoLimit({ photoCount }: { photoCount: number }, more: number): void {
  checkPhotoCount({ name: "A vehicle", most: MAX_PHOTOS_PER_VEHICLE, photoCount }, more);
}

/** Null for no cover. */
export function setCoverColumn(vehicleId: number, coverPhoto: string | null): void {
  db().update(vehicles).set({ coverPhoto, updatedAt: now() }).where(eq(vehicles.id, vehicleId)).run();
}

/**
 * Also of a build log. The next photo (at the end the previous one) replaces a deleted cover. An unused file is deleted
 * after the transaction.
 * @returns the id of its vehicle
 * @throws DomainError not_found; forbidden for non-owners
 */
export async function deletePhoto(viewer: Viewer, photoId: number): Promise<number> {
  const { vehicleId, unused } = transaction(() => {
    const { photo, vehicle } = getPhotoToEdit(photoId, viewer);
    db().delete(photos).where(eq(photos.id, photoId)).run();
    const remaining = listSiblingPhotoRows(photo);
    setPositions(remaining);
    // The gallery may have the same file twice; then the cover stays.
    if (
      photo.entryId === null &&
      vehicle.coverPhoto === photo.photo &&
      !remaining.some((otherPhoto) => otherPhoto.photo === photo.photo)
    ) {
      const visible = remaining.filter(({ hidden }) => !isHiddenItself(hidden));
      const next = visible.find(({ position }) => position > photo.position) ?? visible.at(-1);
      setCoverColumn(vehicle.id, next?.photo ?? null);
    }
    return { vehicleId: vehicle.id, unused: unreferencedImages("photos", [photo.photo]) };
  });
  await removeImages("photos", unused);
  return vehicleId;
}

/**
 * @returns the id of its vehicle
 * @throws DomainError not_found; forbidden for non-owners
 */
export function updatePhoto(
  viewer: Viewer,
  photoId: number,
  { caption, position }: Omit<PhotoChange, "turn">,
  precondition: Precondition = NO_PRECONDITION,
): number {
  return transaction(() => {
    const { photo, vehicle } = getPhotoToEdit(photoId, viewer);
    precondition();
    if (caption !== undefined) writeCaptions(viewer, [photo], new Map([[photoId, caption]]));
    if (position !== undefined) placePhoto(photo, position);
    return vehicle.id;
  });
}

/**
 * One position; at the end of the gallery it stays.
 * @returns the id of its vehicle
 * @throws DomainError not_found; forbidden for non-owners
 */
export function movePhoto(viewer: Viewer, photoId: number, direction: "earlier" | "later"): number {
  return transaction(() => {
    const { photo, vehicle } = getPhotoToEdit(photoId, viewer);
    placePhoto(photo, photo.position + (direction === "earlier" ? -1 : 1));
    return vehicle.id;
  });
}

function placePhoto(photo: PhotoRow, position: number): void {
  const order = listSiblingPhotoRows(photo);
  const from = order.findIndex(({ id }) => id === photo.id);
  const [movedPhoto] = order.splice(from, 1);
  if (!movedPhoto) return;
  order.splice(Math.max(0, position - 1), 0, movedPhoto);
  setPositions(order);
}

/** From 1 without gaps; writes only changes. */
function setPositions(order: readonly PhotoRow[]): void {
  for (const [index, { id, position }] of order.entries()) {
    const place = index + 1;
    if (position !== place) db().update(photos).set({ position: place }).where(eq(photos.id, id)).run();
  }
}

/**
 * Captions, order and cover in one transaction. Missing members stay; changes of photos deleted meanwhile are ignored.
 * @throws DomainError not_found; forbidden for non-owners; invalid if the cover is no visible photo of the vehicle
 */
export function reorderPhotos(
  viewer: Viewer,
  vehicleId: number,
  { captions, places, coverId }: GalleryChange,
  precondition: Precondition = NO_PRECONDITION,
): void {
  transaction(() => {
    const vehicle = getVehicleToEdit(vehicleId, viewer);
    precondition();
    const rows = listPhotoRows([vehicleId]);
    writeCaptions(viewer, rows, captions);
    setPositions(inOrder(rows, places));
    if (coverId === undefined) return;
    const cover = rows.find(({ id }) => id === coverId);
    if (!cover || isHiddenItself(cover.hidden)) throw invalidField("cover", NOT_OF_VEHICLE);
    if (vehicle.coverPhoto !== cover.photo) setCoverColumn(vehicleId, cover.photo);
  });
}

/**
 * Unused files are deleted after the transaction.
 * @param removedIds photo ids; ids of other photos are ignored
 * @throws DomainError not_found; forbidden for non-owners
 */
export async function reorderEntryPhotos(
  viewer: Viewer,
  of: { vehicleId: number; entryId: number },
  { captions, places }: Pick<GalleryChange, "captions" | "places">,
  removedIds: ReadonlySet<number>,
  precondition: Precondition = NO_PRECONDITION,
): Promise<void> {
  const unused = transaction(() => {
    getVehicleToEdit(of.vehicleId, viewer);
    precondition();
    const rows = listEntryPhotoRows([of.entryId]).filter(({ vehicleId }) => vehicleId === of.vehicleId);
    const deletedRows = rows.filter(({ id }) => removedIds.has(id));
    const [ids, names] = [deletedRows.map(({ id }) => id), deletedRows.map(({ photo }) => photo)];
    writeCaptions(viewer, rows, captions);
    if (deletedRows.length > 0) db().delete(photos).where(inArray(photos.id, ids)).run();
    setPositions(inOrder(rows, places).filter((row) => !deletedRows.includes(row)));
    return unreferencedImages("photos", names);
  });
  await removeImages("photos", unused);
}

/** Captions are texts of the vehicle or entry, which may need review (holds README). */
function writeCaptions(viewer: Viewer, rows: readonly PhotoRow[], captions: ReadonlyMap<number, string>): void {
  const changedRows = rows.flatMap((row) => {
    const [before, caption] = [ownCaption(row), captions.get(row.id)];
    return caption === undefined || caption === before ? [] : { ...row, caption };
  });
  const [photo] = changedRows;
  if (!photo) return;
  const words = changedRows.map(({ caption }) => caption);
  const isPending =
    photo.entryId === null
      ? holdEdit(viewer, "vehicle", photo.vehicleId, {}, words)
      : holdEdit(viewer, "entry", photo.entryId, {}, words);
  for (const { id, caption } of changedRows)
    db()
      .update(photos)
      .set(isPending ? { heldCaption: caption } : { caption })
      .where(eq(photos.id, id))
      .run();
}

/** Photos without a new position keep their order around the others. */
function inOrder(rows: readonly PhotoRow[], places: ReadonlyMap<number, number>): PhotoRow[] {
  const placeOf = ({ id, position }: PhotoRow) => places.get(id) ?? position;
  const order = rows.filter((row) => placeOf(row) === row.position);
  const movedRows = rows.filter((row) => placeOf(row) !== row.position);
  movedRows.sort((a, b) => placeOf(a) - placeOf(b));
  for (const row of movedRows) order.splice(placeOf(row) - 1, 0, row);
  return order;
}

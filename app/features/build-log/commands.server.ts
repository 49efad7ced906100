import { eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { unreferencedImages } from "~/db/image-references.server";
import { buildEntries } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { checkPhotoCount, insertPhotos, withNewPhotos } from "~/features/vehicles/photo-columns.server";
import { listEntryPhotoRows } from "~/features/vehicles/photo-queries.server";
import { getVehicleToEdit } from "~/features/vehicles/queries.server";
import { invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { NO_PHOTOS } from "~/lib/image-limits";
import { now } from "~/lib/time";
import { removeImages } from "~/services/images/files.server";
import { MAX_PHOTOS_PER_ENTRY } from "./limits";
import { getEntryToEdit } from "./queries.server";
import type { EntryChange, EntryInput } from "./schema.server";
import { settledEntry } from "./settle";

/**
 * Writes an entry into a vehicle's build log, with its photos in the order in which they were chosen. When one file is
 * refused, nothing is kept.
 * @returns the new entry's id
 * @throws DomainError not_found for the vehicle; forbidden for anybody but its owner; invalid for a mileage without unit,
 *   a cost without currency, or a file; too_large for a file, or where the photos of one member have no room left
 */
export async function addEntry(
  viewer: Viewer,
  vehicleId: number,
  input: EntryInput,
  files: UploadedFile[],
): Promise<number> {
  getVehicleToEdit(vehicleId, viewer);
  const entry = settledEntry(input);
  return withNewPhotos(viewer, files, (images) => {
    // Looked up again: making the images took its time.
    getVehicleToEdit(vehicleId, viewer);
    const createdAt = now();
    const { id } = db()
      .insert(buildEntries)
      .values({ ...entry, vehicleId, userId: viewer.id, createdAt, updatedAt: createdAt })
      .returning({ id: buildEntries.id })
      .get();
    insertPhotos(viewer, images, { vehicleId, entryId: id, after: 0, createdAt });
    return id;
  });
}

/**
 * Changes what is given and leaves the rest; the entry as a whole then holds to the rules of a new one.
 * @throws DomainError not_found; forbidden for anybody but the owner; invalid for a mileage without unit or a cost without
 *   currency
 */
export function updateEntry(viewer: Viewer, entryId: number, change: EntryChange): void {
  transaction(() => {
    const entry = getEntryToEdit(entryId, viewer);
    const { kind, title, text, date, mileage, unit, status, area, cost, currency, costIsPublic, parts } = settledEntry({
      ...(entry as typeof entry & EntryInput),
      ...change,
    });
    const values = { kind, title, text, date, mileage, unit, status, area, cost, currency, costIsPublic, parts };
    db()
      .update(buildEntries)
      .set({ ...values, updatedAt: now() })
      .where(eq(buildEntries.id, entryId))
      .run();
  });
}

/**
 * Deletes an entry with its photos; files that nothing else shows go after the transaction.
 * @returns the id of its vehicle
 * @throws DomainError not_found; forbidden for anybody but the owner
 */
export async function deleteEntry(viewer: Viewer, entryId: number): Promise<number> {
  const { vehicleId, unused } = transaction(() => {
    const entry = getEntryToEdit(entryId, viewer);
    const names = listEntryPhotoRows([entryId]).map(({ photo }) => photo);
    db().delete(buildEntries).where(eq(buildEntries.id, entryId)).run();
    return { vehicleId: entry.vehicleId, unused: unreferencedImages("photos", names) };
  });
  await removeImages("photos", unused);
  return vehicleId;
}

/**
 * Adds photos at the end of an entry's, in the order in which they were chosen. When one file is refused, none is kept.
 * @returns the new photos' ids, in order
 * @throws DomainError not_found; forbidden for anybody but the owner; invalid without a file, with more than five or past
 *   20 photos an entry; invalid or too_large naming the file that is refused; too_large where the photos of one member
 *   have no room left
 */
export async function addEntryPhotos(viewer: Viewer, entryId: number, files: UploadedFile[]): Promise<number[]> {
  const room = getEntryToEdit(entryId, viewer);
  if (files.length === 0) throw invalidField("photos", NO_PHOTOS);
  checkRoom(room, files.length);
  return withNewPhotos(viewer, files, (images) => {
    const { vehicleId, photoCount } = getEntryToEdit(entryId, viewer);
    checkRoom({ photoCount }, images.length);
    return insertPhotos(viewer, images, { vehicleId, entryId, after: photoCount, createdAt: now() });
  });
}

function checkRoom({ photoCount }: { photoCount: number }, more: number): void {
  checkPhotoCount({ name: "An entry", most: MAX_PHOTOS_PER_ENTRY, photoCount }, more);
}

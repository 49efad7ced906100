import { and, count, eq, gt } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { setHidden } from "~/db/hide.server";
import { buildEntries } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { holdEdit, holdRow } from "~/features/holds/holding.server";
import { checkPhotoCount, insertPhotos, withNewPhotos } from "~/features/photos/new-photos.server";
import { listEntryPhotoRows } from "~/features/photos/rows.server";
import { aDayAgo, requireVehicleLimit } from "~/features/vehicles/limits";
import { getVehicleToEdit } from "~/features/vehicles/queries.server";
import { isEmptyChange } from "~/lib/decode";
import { DomainError, type FieldErrors, invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { NO_PHOTOS } from "~/lib/images";
import { NO_PRECONDITION, type Precondition } from "~/lib/revision.server";
import { pick } from "~/lib/rows";
import { now } from "~/lib/time";
import { removeImages } from "~/services/images/files.server";
import { unreferencedImages } from "~/services/images/references.server";
import { writeEntry } from "./holding.server";
import { ENTRY_MESSAGES, EXPORTED_FIELDS, MAX_ENTRIES, MAX_PHOTOS_PER_ENTRY } from "./limits";
import { getEntryToEdit } from "./queries.server";
import type { EntryChange, EntryInput } from "./schema.server";

/**
 * Photos keep their order. If one file is refused, nothing is stored.
 * @returns the new entry's id
 * @throws DomainError not_found; forbidden for non-owners; invalid for a mileage without unit, a cost without currency,
 *   or a file; too_large for a file, or if the photo storage is full; conflict in a full build log; rate_limited
 */
export async function addEntry(
  viewer: Viewer,
  vehicleId: number,
  input: EntryInput,
  files: UploadedFile[],
): Promise<number> {
  getVehicleToEdit(vehicleId, viewer);
  const entry = resolvedEntry(input);
  return withNewPhotos(viewer, files, (images) => {
    // Read again: image processing took time.
    getVehicleToEdit(vehicleId, viewer);
    requireEntryLimit(viewer, vehicleId);
    const createdAt = now();
    const { id } = db()
      .insert(buildEntries)
      .values({ ...entry, vehicleId, userId: viewer.id, createdAt, updatedAt: createdAt })
      .returning({ id: buildEntries.id })
      .get();
    insertPhotos(viewer, images, { vehicleId, entryId: id, after: 0, createdAt });
    holdRow(viewer, "entry", id, [entry.title, entry.text, entry.parts], createdAt);
    return id;
  });
}

function requireEntryLimit({ id }: Viewer, vehicleId: number): void {
  const today = db()
    .select({ createdAt: buildEntries.createdAt })
    .from(buildEntries)
    .where(and(eq(buildEntries.userId, id), gt(buildEntries.createdAt, aDayAgo())))
    .all();
  const ofVehicle = eq(buildEntries.vehicleId, vehicleId);
  const all = db().select({ count: count() }).from(buildEntries).where(ofVehicle).get()!;
  requireVehicleLimit({ name: "A build log", things: "entries", most: MAX_ENTRIES }, all.count, today);
}

/**
 * Missing members stay; the result must satisfy the rules of a new entry.
 * @throws DomainError not_found; forbidden for non-owners; invalid for a mileage without unit or a cost without
 *   currency
 */
export function updateEntry(
  viewer: Viewer,
  entryId: number,
  change: EntryChange,
  precondition: Precondition = NO_PRECONDITION,
): void {
  transaction(() => {
    const entry = getEntryToEdit(entryId, viewer);
    precondition();
    if (isEmptyChange(change)) return;
    const changedEntry = resolvedEntry({ ...(entry as typeof entry & EntryInput), ...change });
    const values = pick(changedEntry, ...EXPORTED_FIELDS, "cost", "currency", "costIsPublic");
    const content = [values.title, values.text, values.parts];
    if (!holdEdit(viewer, "entry", entryId, values, content)) writeEntry(entryId, values);
  });
}

/**
 * Unused files are deleted after the transaction.
 * @returns the id of its vehicle
 * @throws DomainError not_found; forbidden for non-owners
 */
export async function deleteEntry(
  viewer: Viewer,
  entryId: number,
  precondition: Precondition = NO_PRECONDITION,
): Promise<number> {
  const { vehicleId, unused } = transaction(() => {
    const entry = getEntryToEdit(entryId, viewer);
    precondition();
    const names = listEntryPhotoRows([entryId]).map(({ photo }) => photo);
    db().delete(buildEntries).where(eq(buildEntries.id, entryId)).run();
    return { vehicleId: entry.vehicleId, unused: unreferencedImages("photos", names) };
  });
  await removeImages("photos", unused);
  return vehicleId;
}

/**
 * Adds photos at the end, in their order. If one file is refused, none is stored.
 * @returns the new photos' ids, in order
 * @throws DomainError not_found; forbidden for non-owners; invalid without a file, with more than five or over 20
 *   photos per entry; invalid or too_large naming the refused file; too_large if the photo storage is full
 */
export async function addEntryPhotos(viewer: Viewer, entryId: number, files: UploadedFile[]): Promise<number[]> {
  const room = getEntryToEdit(entryId, viewer);
  if (files.length === 0) throw invalidField("photos", NO_PHOTOS);
  requirePhotoLimit(room, files.length);
  return withNewPhotos(viewer, files, (images) => {
    const { vehicleId } = getEntryToEdit(entryId, viewer);
    // Includes hidden photos, which the row's counter omits.
    const photoCount = listEntryPhotoRows([entryId]).length;
    requirePhotoLimit({ photoCount }, images.length);
    const isPending = holdEdit(viewer, "entry", entryId, {}, "");
    const ids = insertPhotos(viewer, images, { vehicleId, entryId, after: photoCount, createdAt: now() });
    if (isPending) for (const id of ids) setHidden("photo", id, "hold", true);
    return ids;
  });
}

function requirePhotoLimit({ photoCount }: { photoCount: number }, more: number): void {
  checkPhotoCount({ name: "An entry", most: MAX_PHOTOS_PER_ENTRY, photoCount }, more);
}

/**
 * A modification without status or area is Done and Other; other kinds have neither. Drops a unit without mileage and a
 * currency without cost.
 * @throws DomainError invalid for a mileage without unit and for a cost without currency
 */
function resolvedEntry<Entry extends EntryInput>(entry: Entry): Entry {
  const fields: FieldErrors = {};
  if (entry.mileage !== null && entry.unit === null) fields.unit = [ENTRY_MESSAGES.unit];
  if (entry.cost !== null && entry.currency === null) fields.currency = [ENTRY_MESSAGES.currency];
  const [first] = Object.values(fields).flat();
  if (first !== undefined) throw new DomainError("invalid", first, fields);
  const isModification = entry.kind === "Modification";
  return {
    ...entry,
    status: isModification ? (entry.status ?? "Done") : null,
    area: isModification ? (entry.area ?? "Other") : null,
    unit: entry.mileage === null ? null : entry.unit,
    currency: entry.cost === null ? null : entry.currency,
    // A cost added later starts private.
    costIsPublic: entry.cost !== null && entry.costIsPublic,
  };
}

import { and, count, eq, gt, isNull } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { garages, photos, vehicles } from "~/db/schema";
import { isHiddenItself } from "~/db/scopes.server";
import type { Viewer } from "~/features/accounts/policy";
import { holdEdit, holdRow } from "~/features/holds/holding.server";
import { indexModel } from "~/features/makes/make-index.server";
import { insertPhotos, withNewPhotos } from "~/features/photos/new-photos.server";
import { isEmptyChange } from "~/lib/decode";
import { DomainError, invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { NO_PRECONDITION, type Precondition } from "~/lib/revision.server";
import { vehicleText } from "~/lib/search-terms";
import { now } from "~/lib/time";
import { removeImages } from "~/services/images/files.server";
import { unreferencedImages } from "~/services/images/references.server";
import type { StoredImage } from "~/services/images/stage.server";
import { type VehicleEdit, writeVehicle } from "./holding.server";
import { aDayAgo, MAX_VEHICLES, requireVehicleLimit } from "./limits";
import { canAddVehicle } from "./policy";
import { getVehicleTexts, getVehicleToEdit } from "./queries.server";
import type { VehicleChange, VehicleInput } from "./schema.server";
import { filledRows, type SpecRow } from "./specs";

const NO_GARAGE = "Please open your garage before you add a vehicle.";

/**
 * Photos keep their order; the first becomes the cover. If one file is refused, nothing is stored.
 * @returns the new vehicle's id
 * @throws DomainError forbidden without a garage; invalid or too_large for a file; too_large if the photo storage is
 *   full; conflict in a full garage; rate_limited
 */
export async function addVehicle(viewer: Viewer, input: VehicleInput, files: UploadedFile[]): Promise<number> {
  if (!canAddVehicle(viewer)) throw new DomainError("forbidden", NO_GARAGE);
  return withNewPhotos(viewer, files, (images) => insertVehicle(viewer, input, images));
}

function insertVehicle(viewer: Viewer, input: VehicleInput, images: StoredImage[]): number {
  // Read again: image processing took time.
  const garage = db().select({ id: garages.id }).from(garages).where(eq(garages.userId, viewer.id)).get();
  if (!garage) throw new DomainError("forbidden", NO_GARAGE);
  requireGarageLimit(garage.id);
  // The same time for all: photos added with their vehicle are no news item of their own.
  const createdAt = now();
  const { id } = db()
    .insert(vehicles)
    .values({
      ...input,
      ...indexModel(input),
      createdAt,
      updatedAt: createdAt,
      garageId: garage.id,
      userId: viewer.id,
      coverPhoto: images[0]?.name ?? null,
      searchText: vehicleText(input),
    })
    .returning({ id: vehicles.id })
    .get();
  insertPhotos(viewer, images, { vehicleId: id, entryId: null, after: 0, createdAt });
  holdRow(viewer, "vehicle", id, input, createdAt);
  return id;
}

function requireGarageLimit(garageId: number): void {
  const ofGarage = eq(vehicles.garageId, garageId);
  const today = db()
    .select({ createdAt: vehicles.createdAt })
    .from(vehicles)
    .where(and(ofGarage, gt(vehicles.createdAt, aDayAgo())))
    .all();
  const all = db().select({ count: count() }).from(vehicles).where(ofGarage).get()!;
  requireVehicleLimit({ name: "A garage", things: "vehicles", most: MAX_VEHICLES }, all.count, today);
}

/** Missing members stay. @throws DomainError not_found; forbidden for non-owners */
export function updateVehicle(
  viewer: Viewer,
  id: number,
  change: VehicleChange,
  precondition: Precondition = NO_PRECONDITION,
): void {
  transaction(() => {
    getVehicleToEdit(id, viewer);
    precondition();
    if (!isEmptyChange(change)) editVehicle(viewer, id, change);
  });
}

/**
 * Replaces all rows; empty ones are dropped.
 * @throws DomainError not_found; forbidden for non-owners
 */
export function setSpecs(
  viewer: Viewer,
  id: number,
  rows: readonly SpecRow[],
  precondition: Precondition = NO_PRECONDITION,
): void {
  const specs = filledRows(rows);
  transaction(() => {
    getVehicleToEdit(id, viewer);
    precondition();
    editVehicle(viewer, id, { specs });
  });
}

function editVehicle(viewer: Viewer, id: number, edit: VehicleEdit): void {
  const content = { ...getVehicleTexts(id), ...edit };
  if (!holdEdit(viewer, "vehicle", id, edit, content)) writeVehicle(id, edit);
}

/**
 * Unused files are deleted after the transaction.
 * @throws DomainError not_found; forbidden for non-owners
 */
export async function deleteVehicle(
  viewer: Viewer,
  id: number,
  precondition: Precondition = NO_PRECONDITION,
): Promise<void> {
  const unused = transaction(() => {
    getVehicleToEdit(id, viewer);
    precondition();
    // Includes those of its build log.
    const ofVehicle = db().select({ name: photos.photo }).from(photos).where(eq(photos.vehicleId, id)).all();
    const names = ofVehicle.map(({ name }) => name);
    db().delete(vehicles).where(eq(vehicles.id, id)).run();
    return unreferencedImages("photos", names);
  });
  await removeImages("photos", unused);
}

/**
 * Repeating changes nothing.
 * @param photoFilename as in `photos[].photo`
 * @throws DomainError not_found; forbidden for non-owners; invalid unless a visible photo of this vehicle
 */
export function setCover(
  viewer: Viewer,
  id: number,
  photoFilename: string,
  precondition: Precondition = NO_PRECONDITION,
): void {
  transaction(() => {
    getVehicleToEdit(id, viewer);
    precondition();
    const photo = db()
      .select({ hidden: photos.hidden })
      .from(photos)
      .where(and(eq(photos.vehicleId, id), isNull(photos.entryId), eq(photos.photo, photoFilename)))
      .get();
    if (!photo || isHiddenItself(photo.hidden))
      throw invalidField("photoFilename", "Please choose a photo of this vehicle.");
    db().update(vehicles).set({ coverPhoto: photoFilename, updatedAt: now() }).where(eq(vehicles.id, id)).run();
  });
}

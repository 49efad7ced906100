import { and, eq, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { idRanges } from "~/db/id-ranges.server";
import { garages, siteTotals, vehicles } from "~/db/schema";
import { seenVehicles, shownVehiclesById, toHiddenMarks } from "~/db/scopes.server";
import { publicUrl } from "~/env.server";
import { ownedParams, seenParams, type Viewer } from "~/features/accounts/policy";
import { countWithheldComments } from "~/features/blocks/queries.server";
import { findHold, withEdit, withOwnEdits } from "~/features/holds/holding.server";
import { isMotorcycleMake } from "~/features/makes/known";
import { listPhotoRows, listVisiblePhotos, toPhotoView } from "~/features/photos/rows.server";
import { DomainError } from "~/lib/errors";
import { type Paged, type PageParams, type Part, pageOfBoth, toPartedList } from "~/lib/paging";
import { drawQrCode, type QrCode } from "~/lib/qr-code.server";
import { pick, sortByIds } from "~/lib/rows";
import { VEHICLE_FIELDS } from "./limits";
import type { NamedVehicle } from "./name";
import { canEditVehicle, NOT_YOUR_VEHICLE, VEHICLE_NOT_FOUND } from "./policy";
import {
  findAdjacentVehicles,
  listOtherVehicles,
  type VehicleRow,
  vehicleCards,
  vehiclePageRows,
  vehicleRows,
} from "./rows.server";

const shownTotal = prepared((db) =>
  db.select({ total: siteTotals.total }).from(siteTotals).where(eq(siteTotals.name, "vehicles")).prepare(),
);

const garageTotal = prepared((db) =>
  db
    .select({ total: garages.vehicleCount, hidden: garages.hidden })
    .from(garages)
    .where(eq(garages.id, sql.placeholder("garageId")))
    .prepare(),
);

export function countShownVehicles(): number {
  return shownTotal().get()?.total ?? 0;
}

/** Zero while the owner is deactivated. */
function countGarageVehicles(garageId: number): number {
  const row = garageTotal().get({ garageId });
  return row === undefined || row.hidden ? 0 : row.total;
}

const toCard = ({ hidden, ...row }: ReturnType<typeof vehicleCards.latest>[number]) => ({
  ...row,
  ...toHiddenMarks(hidden),
});

export type VehicleCardView = ReturnType<typeof toCard>;

export function listLatestVehicles(page: PageParams): VehicleCardView[] {
  return vehicleCards.latest(page).map(toCard);
}

/** For a list ordered by another feature, such as search results; in the order of `ids`. */
export function listVehicleCardsById(ids: readonly number[]): VehicleCardView[] {
  return sortByIds(ids, vehicleCards.among(ids)).map(toCard);
}

interface ListReads<Row> {
  ofGarage(garageId: number, part: Part): Row[];
  listHidden(viewer: Viewer): Row[];
}

/** The owner sees new values pending review. */
export function pageOfGarage<Row extends { id: number; hidden: number }>(
  { ofGarage, listHidden }: ListReads<Row>,
  garageId: number,
  viewer: Viewer | null,
  page: PageParams,
): Paged<Row> {
  const owner = viewer?.garageId === garageId ? viewer : null;
  const hiddenVehicles = owner === null ? [] : listHidden(owner);
  const { rows, ...list } = pageOfBoth(page, toPartedList(hiddenVehicles), {
    total: countGarageVehicles(garageId),
    read: (part) => ofGarage(garageId, part),
  });
  return { ...list, rows: withOwnEdits("vehicle", owner, rows, () => owner?.id) };
}

/** Newest first; for its owner after the hidden ones. */
export function listGarageVehicles(
  garageId: number,
  page: PageParams,
  viewer: Viewer | null = null,
): Paged<VehicleCardView> {
  const { rows, ...list } = pageOfGarage(vehicleCards, garageId, viewer, page);
  return { ...list, rows: rows.map(toCard) };
}

export type VehicleView = ReturnType<typeof getVehicle>;

/** @throws DomainError not_found, also if hidden from the viewer */
export function getVehicle(id: number, viewer: Viewer | null) {
  return toVehicleView(vehicleRows.get(id, viewer), viewer);
}

function toVehicleView({ userId, createdAt: _, hidden, ...row }: VehicleRow, viewer: Viewer | null) {
  return {
    ...row,
    ownerId: userId,
    photos: listVisiblePhotos(viewer, userId, listPhotoRows([row.id])).map(toPhotoView),
    viewerCanEdit: canEditVehicle(viewer, { userId }),
    ...toHiddenMarks(hidden),
  };
}

/**
 * Without photos.
 * @throws DomainError not_found, also if hidden from the viewer
 */
export function getVehicleForSheet(id: number, viewer: Viewer | null) {
  const { year, make, model, coverPhoto, garageName, ownerName, specs } = vehicleRows.get(id, viewer);
  return { id, year, make, model, coverPhoto, garageName, ownerName, specs };
}

export type OtherVehicleView = NamedVehicle & { id: number; coverPhoto: string | null; garageName?: string };

/** Canonical; the owner may spell them differently. */
export type ModelNames = Pick<NamedVehicle, "make" | "model">;

/**
 * Also its neighbours in the garage's list, and the newest others of its garage and model. Counts the comments that the
 * viewer sees.
 * @throws DomainError not_found, also if hidden from the viewer
 */
export function getVehiclePage(id: number, viewer: Viewer | null) {
  const { makeName, modelName, modelId, ...row } = vehiclePageRows.get(id, viewer);
  const commentCount = row.commentCount - (countWithheldComments(viewer, [id]).get(id) ?? 0);
  const canonicalNames: ModelNames = { make: makeName ?? row.make, model: modelName ?? row.model };
  return {
    vehicle: { ...toVehicleView(row, viewer), commentCount, isMotorcycle: isMotorcycleMake(row.make) },
    canonicalNames,
    neighbours: findAdjacentVehicles(row),
    others: listOtherVehicles({ ...row, modelId }),
  };
}

/** @throws DomainError not_found; forbidden for non-owners */
export function getOwnVehicle(id: number, viewer: Viewer): VehicleView {
  const vehicle = getVehicle(id, viewer);
  if (!vehicle.viewerCanEdit) throw new DomainError("forbidden", NOT_YOUR_VEHICLE);
  return vehicle;
}

const facts = prepared((db) =>
  db
    .select({
      id: vehicles.id,
      userId: vehicles.userId,
      garageId: vehicles.garageId,
      make: vehicles.make,
      model: vehicles.model,
      year: vehicles.year,
      coverPhoto: vehicles.coverPhoto,
      // Maintained by triggers.
      photoCount: vehicles.photoCount,
      likeCount: vehicles.likeCount,
      commentCount: vehicles.commentCount,
      buildCount: vehicles.buildCount,
    })
    .from(vehicles)
    .where(and(eq(vehicles.id, sql.placeholder("id")), seenVehicles))
    .prepare(),
);

/**
 * For commands.
 * @param viewerParams `seenParams(viewer)` for reads; `ownedParams(viewer)` for writes allowed to the owner even while
 *   hidden; default: public vehicles only
 * @throws DomainError not_found, also if hidden from the viewer
 */
export function getVehicleFacts(id: number, viewerParams = seenParams(null)) {
  const vehicle = facts().get({ id, ...viewerParams });
  if (!vehicle) throw new DomainError("not_found", VEHICLE_NOT_FOUND);
  return vehicle;
}

/** With the spec sheet, and with values pending review. @throws DomainError not_found */
export function getVehicleTexts(id: number) {
  const row = allTexts().get({ id });
  if (!row) throw new DomainError("not_found", VEHICLE_NOT_FOUND);
  return withEdit(row, findHold("vehicle", id));
}

const allTexts = prepared((db) =>
  db
    .select({ ...pick(vehicles, ...VEHICLE_FIELDS), specs: vehicles.specs })
    .from(vehicles)
    .where(eq(vehicles.id, sql.placeholder("id")))
    .prepare(),
);

/** @throws DomainError not_found for another user's hidden vehicle; forbidden for non-owners */
export function getVehicleToEdit(id: number, viewer: Viewer) {
  const vehicle = getVehicleFacts(id, ownedParams(viewer));
  if (!canEditVehicle(viewer, vehicle)) throw new DomainError("forbidden", NOT_YOUR_VEHICLE);
  return vehicle;
}

export const vehicleRanges = idRanges(vehicles, shownVehiclesById);

export function drawVehicleCode(id: number): { address: string; qr: QrCode } {
  const address = `${publicUrl()}/vehicles/${id}`;
  return { address, qr: drawQrCode(address) };
}

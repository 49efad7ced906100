import { and, eq, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { idRanges } from "~/db/id-ranges.server";
import { garages, siteTotals, vehicles } from "~/db/schema";
import { seenVehicles, shownVehiclesById, toHiddenMarks } from "~/db/scopes.server";
import { publicUrl } from "~/env.server";
import { ownedParams, seenParams, type Viewer } from "~/features/accounts/policy";
import { isMotorcycleMake } from "~/features/makes/known";
import { listPhotoRows, listVisiblePhotos, type PhotoRow, toPhotoView } from "~/features/photos/rows.server";
import { DomainError } from "~/lib/errors";
import { type Paged, type PageParams, type Part, pageOfBoth, toPartedList } from "~/lib/paging";
import { drawQrCode, type QrCode } from "~/lib/qr-code.server";
import { sortByIds } from "~/lib/rows";
import type { NamedVehicle } from "./name";
import { canEditVehicle, NOT_YOUR_VEHICLE, VEHICLE_NOT_FOUND } from "./policy";
import { inputColumns, type VehicleRow, vehicleCards, vehiclePageRows, vehicleRows } from "./rows.server";

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

/** How many vehicles are shown on the whole site. */
export function countShownVehicles(): number {
  return shownTotal().get()?.total ?? 0;
}

/** How many vehicles of a garage are shown: none while its owner is deactivated. */
export function countGarageVehicles(garageId: number): number {
  const row = garageTotal().get({ garageId });
  return row === undefined || row.hidden ? 0 : row.total;
}

/** Pages know ids as text. */
const toCard = ({ hidden, ...row }: ReturnType<typeof vehicleCards.latest>[number]) => ({
  ...row,
  id: String(row.id),
  garageId: String(row.garageId),
  ...toHiddenMarks(hidden),
});

export type VehicleCardView = ReturnType<typeof toCard>;

/** The newest vehicles of the whole site, newest first. */
export function listLatestVehicles(page: PageParams): VehicleCardView[] {
  return vehicleCards.latest(page).map(toCard);
}

/** Cards for a list that another feature orders, such as what a search found; in the order of the ids. */
export function listVehicleCardsById(ids: readonly number[]): VehicleCardView[] {
  return sortByIds(ids, vehicleCards.among(ids)).map(toCard);
}

/** Reads of rows for lists, such as `vehicleCards`. */
interface ListReads<Row> {
  ofGarage(garageId: number, part: Part): Row[];
  listHidden(viewer: Viewer): Row[];
}

/**
 * A page of a garage's vehicles, newest first; for its owner those that others do not see come before.
 * @param total how many everybody sees
 */
export function pageOfGarage<Row>(
  { ofGarage, listHidden }: ListReads<Row>,
  { garageId, viewer, total }: { garageId: number; viewer: Viewer | null; total: number },
  page: PageParams,
): Paged<Row> {
  const own = viewer?.garageId === garageId ? listHidden(viewer) : [];
  return pageOfBoth(page, toPartedList(own), { total, read: (part) => ofGarage(garageId, part) });
}

/**
 * The vehicles of a garage, newest first; for its owner also those that others do not see, first.
 * @param total how many everybody sees, from whoever has just read the garage; else it is looked up
 */
export function listGarageVehicles(
  garageId: number,
  page: PageParams,
  viewer: Viewer | null = null,
  total = countGarageVehicles(garageId),
): Paged<VehicleCardView> {
  const { rows, ...list } = pageOfGarage(vehicleCards, { garageId, viewer, total }, page);
  return { ...list, rows: rows.map(toCard) };
}

/** A vehicle's own page, and what its owner edits. */
export type VehicleView = ReturnType<typeof getVehicle>;

/**
 * A vehicle with its photos in order, as its page shows it to `viewer`.
 * @throws DomainError not_found, also where it is hidden from the viewer
 */
export function getVehicle(id: number, viewer: Viewer | null) {
  return toVehicleView(vehicleRows.get(id, viewer), viewer, listPhotoRows([id]));
}

function toVehicleView<Row extends VehicleRow>(
  { id, garageId, userId, createdAt: _, hidden, ...row }: Row,
  viewer: Viewer | null,
  photos: GalleryRow[],
) {
  return {
    ...row,
    id: String(id),
    garageId: String(garageId),
    ownerId: String(userId),
    photos: listVisiblePhotos(viewer, userId, photos).map(toPhotoView),
    viewerCanEdit: canEditVehicle(viewer, { userId }),
    ...toHiddenMarks(hidden),
  };
}

/**
 * A vehicle for its show sheet: without its photos.
 * @throws DomainError not_found, also where it is hidden from the viewer
 */
export function getVehicleForSheet(id: number, viewer: Viewer | null) {
  const { year, make, model, coverPhoto, garageName, ownerName, specs } = vehicleRows.get(id, viewer);
  return { id: String(id), year, make, model, coverPhoto, garageName, ownerName, specs };
}

/** A photo of a gallery, its id as text where it comes as JSON. */
type GalleryRow = Pick<PhotoRow, "photo" | "caption" | "position" | "hidden"> & { id: number | string };

const inOrder = (photos: GalleryRow[]) => photos.sort((one, other) => one.position - other.position);

/** Another vehicle of the same garage. */
export type AdjacentVehicle = NamedVehicle & { id: string };

const toNeighbour = (json: string | null) => (json === null ? null : (JSON.parse(json) as AdjacentVehicle));

/** Another vehicle of the same garage or model; of a model with whose it is. */
export type OtherVehicleView = AdjacentVehicle & { coverPhoto: string | null; garageName?: string };

/** How make and model of a vehicle are called; its owner may spell them otherwise. */
export type ModelNames = Pick<NamedVehicle, "make" | "model">;

/**
 * A vehicle's own page: the vehicle, those before and behind it in the list of its garage, and the newest others of its
 * garage and of its model.
 * @throws DomainError not_found, also where it is hidden from the viewer
 */
export function getVehiclePage(id: number, viewer: Viewer | null) {
  const { gallery, previous, next, makeName, modelName, ofGarage, ofModel, ...row } = vehiclePageRows.get(id, viewer);
  const called: ModelNames = { make: makeName ?? row.make, model: modelName ?? row.model };
  return {
    vehicle: {
      ...toVehicleView(row, viewer, inOrder(JSON.parse(gallery))),
      isMotorcycle: isMotorcycleMake(row.make),
    },
    called,
    neighbours: { previous: toNeighbour(previous), next: toNeighbour(next) },
    others: {
      ofGarage: JSON.parse(ofGarage) as OtherVehicleView[],
      ofModel: JSON.parse(ofModel) as OtherVehicleView[],
    },
  };
}

/**
 * A vehicle for the pages on which its owner works.
 * @throws DomainError not_found; forbidden for anybody but the owner
 */
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
      // Triggers keep these.
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
 * What a command needs to know of a vehicle: whose it is, its name and its counters.
 * @param seer `seenParams(viewer)` for reads, `ownedParams(viewer)` for writes that its owner may do also while it is
 * hidden;
 *   without it only what everybody sees is there
 * @throws DomainError not_found, also where it is hidden from the viewer
 */
export function getVehicleFacts(id: number, seer = seenParams(null)) {
  const vehicle = facts().get({ id, ...seer });
  if (!vehicle) throw new DomainError("not_found", VEHICLE_NOT_FOUND);
  return vehicle;
}

/** All that a vehicle's owner has written of it, its spec sheet included. @throws DomainError not_found */
export function getVehicleTexts(id: number) {
  const row = allTexts().get({ id });
  if (!row) throw new DomainError("not_found", VEHICLE_NOT_FOUND);
  return row;
}

const allTexts = prepared((db) =>
  db
    .select({ ...inputColumns(vehicles), specs: vehicles.specs })
    .from(vehicles)
    .where(eq(vehicles.id, sql.placeholder("id")))
    .prepare(),
);

/**
 * The same of a vehicle that `viewer` is about to change.
 * @throws DomainError not_found where it is hidden and not theirs; forbidden for anybody but the owner
 */
export function getVehicleToEdit(id: number, viewer: Viewer) {
  const vehicle = getVehicleFacts(id, ownedParams(viewer));
  if (!canEditVehicle(viewer, vehicle)) throw new DomainError("forbidden", NOT_YOUR_VEHICLE);
  return vehicle;
}

/** The vehicles that are shown, for the site map. */
export const vehicleRanges = idRanges(vehicles, shownVehiclesById);

/** A vehicle's address in full, and its QR code for paper. */
export function drawVehicleCode(id: number): { address: string; qr: QrCode } {
  const address = `${publicUrl()}/vehicles/${id}`;
  return { address, qr: drawQrCode(address) };
}

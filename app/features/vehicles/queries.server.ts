import { and, eq, sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { garages, siteTotals, vehicles } from "~/db/schema";
import { shownVehicles } from "~/db/scopes.server";
import type { Viewer } from "~/features/accounts/policy";
import { isMotorcycleMake } from "~/features/makes/known";
import { DomainError } from "~/lib/errors";
import type { Page, Paged } from "~/lib/paging";
import { inOrderOf } from "~/lib/rows";
import type { NamedVehicle } from "./name";
import { listPhotoRows, type PhotoView, toPhotoView } from "./photo-queries.server";
import { canEditVehicle, NOT_YOUR_VEHICLE, VEHICLE_NOT_FOUND } from "./policy";
import { getVehiclePageRow, type VehicleRow, vehicleCards, vehicleRows } from "./rows.server";

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
const toCard = (row: ReturnType<typeof vehicleCards.latest>[number]) => ({
  ...row,
  id: String(row.id),
  garageId: String(row.garageId),
});

/** What a card shows of a vehicle. */
export type VehicleCardView = ReturnType<typeof toCard>;

/** The newest vehicles of the whole site, newest first. */
export function listLatestVehicles(page: Page): VehicleCardView[] {
  return vehicleCards.latest(page).map(toCard);
}

/** Cards for a list that another feature orders, such as what a search found; in the order of the ids. */
export function listVehicleCardsById(ids: readonly number[]): VehicleCardView[] {
  return inOrderOf(ids, vehicleCards.among(ids)).map(toCard);
}

/**
 * The vehicles of a garage, newest first.
 * @param total how many there are, from whoever has just read the garage; else it is looked up
 */
export function listGarageVehicles(
  garageId: number,
  page: Page,
  total = countGarageVehicles(garageId),
): Paged<VehicleCardView> {
  return { rows: vehicleCards.ofGarage(garageId, page).map(toCard), total, ...page };
}

/** A vehicle's own page, and what its owner edits. */
export type VehicleView = ReturnType<typeof getVehicle>;

/**
 * A vehicle with its photos in order, as its page shows it to `viewer`.
 * @throws DomainError not_found, also while its owner is deactivated
 */
export function getVehicle(id: number, viewer: Viewer | null) {
  return toVehicleView(vehicleRows.get(id), viewer, listPhotoRows([id]).map(toPhotoView));
}

function toVehicleView<Row extends VehicleRow>(
  { userId, createdAt: _, ...row }: Row,
  viewer: Viewer | null,
  photos: PhotoView[],
) {
  return {
    ...row,
    id: String(row.id),
    garageId: String(row.garageId),
    ownerId: String(userId),
    photos,
    viewerCanEdit: canEditVehicle(viewer, { userId }),
  };
}

/**
 * A vehicle for its show sheet: without its photos.
 * @throws DomainError not_found, also while its owner is deactivated
 */
export function getVehicleForSheet(id: number) {
  const { year, make, model, coverPhoto, garageName, ownerName, specs } = vehicleRows.get(id);
  return { id: String(id), year, make, model, coverPhoto, garageName, ownerName, specs };
}

const inOrder = (photos: PhotoView[]) => photos.sort((one, other) => one.position - other.position);

/** Another vehicle of the same garage. */
export type NeighbourView = NamedVehicle & { id: string };

const toNeighbour = (json: string | null) => (json === null ? null : (JSON.parse(json) as NeighbourView));

/** Another vehicle of the same garage or model; of a model with whose it is. */
export type OtherVehicleView = NeighbourView & { coverPhoto: string | null; garageName?: string };

/** How make and model of a vehicle are called; its owner may spell them otherwise. */
export interface CalledView {
  make: string;
  model: string;
}

/**
 * A vehicle's own page: the vehicle, those before and behind it in the list of its garage, and the newest others of its
 * garage and of its model.
 * @throws DomainError not_found, also while its owner is deactivated
 */
export function getVehiclePage(id: number, viewer: Viewer | null) {
  const { gallery, previous, next, makeName, modelName, ofGarage, ofModel, ...row } = getVehiclePageRow(id);
  const called: CalledView = { make: makeName ?? row.make, model: modelName ?? row.model };
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
    .where(and(eq(vehicles.id, sql.placeholder("id")), shownVehicles))
    .prepare(),
);

/**
 * What a command needs to know of a vehicle: whose it is, its name and its counters.
 * @throws DomainError not_found, also while its owner is deactivated
 */
export function getVehicleFacts(id: number) {
  const vehicle = facts().get({ id });
  if (!vehicle) throw new DomainError("not_found", VEHICLE_NOT_FOUND);
  return vehicle;
}

/**
 * The same of a vehicle that `viewer` is about to change.
 * @throws DomainError not_found where it is not shown; forbidden for anybody but the owner
 */
export function getVehicleToEdit(id: number, viewer: Viewer) {
  const vehicle = getVehicleFacts(id);
  if (!canEditVehicle(viewer, vehicle)) throw new DomainError("forbidden", NOT_YOUR_VEHICLE);
  return vehicle;
}

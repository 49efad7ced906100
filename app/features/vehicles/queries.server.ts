import { and, asc, desc, eq, sql } from "drizzle-orm";
import { isAmongIds, prepared } from "~/db/prepared.server";
import { garages, photos, siteTotals, users, vehicles } from "~/db/schema";
import { shownVehiclesById } from "~/db/scopes.server";
import type { Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { offsetOf, type Page, type Paged } from "~/lib/paging";
import { inOrderOf } from "~/lib/rows";
import { canEditVehicle, NOT_YOUR_VEHICLE, VEHICLE_NOT_FOUND } from "./policy";

/** What a card shows of a vehicle. */
export interface VehicleCardView {
  id: string;
  year: number;
  make: string;
  model: string;
  /** A stored name or a full URL; null shows the default image. */
  coverPhoto: string | null;
  garageId: string;
  garageName: string;
  ownerName: string;
  likeCount: number;
  commentCount: number;
}

const card = {
  id: sql<string>`CAST(${vehicles.id} AS TEXT)`,
  year: vehicles.year,
  make: vehicles.make,
  model: vehicles.model,
  coverPhoto: vehicles.coverPhoto,
  garageId: sql<string>`CAST(${vehicles.garageId} AS TEXT)`,
  garageName: sql<string>`${garages.name}`,
  ownerName: sql<string>`${users.name}`,
  likeCount: vehicles.likeCount,
  commentCount: vehicles.commentCount,
};

// Left joins, so that the planner cannot turn the join round and sort a million rows: the index decides the order.
const latestCards = prepared((db) =>
  db
    .select(card)
    .from(vehicles)
    .leftJoin(garages, eq(garages.id, vehicles.garageId))
    .leftJoin(users, eq(users.id, vehicles.userId))
    .where(eq(vehicles.hidden, false))
    .orderBy(desc(vehicles.createdAt), desc(vehicles.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare(),
);

const garageCards = prepared((db) =>
  db
    .select(card)
    .from(vehicles)
    .leftJoin(garages, eq(garages.id, vehicles.garageId))
    .leftJoin(users, eq(users.id, vehicles.userId))
    .where(and(eq(vehicles.garageId, sql.placeholder("garageId")), eq(vehicles.hidden, false)))
    .orderBy(desc(vehicles.createdAt), desc(vehicles.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare(),
);

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

/** The newest vehicles of the whole site, newest first (specification 2, The Latest). */
export function listLatestVehicles(page: Page): Paged<VehicleCardView> {
  const rows = latestCards().all({ limit: page.limit, offset: offsetOf(page) });
  return { rows, total: countShownVehicles(), ...page };
}

const cardsById = prepared((db) =>
  db
    .select(card)
    .from(vehicles)
    .leftJoin(garages, eq(garages.id, vehicles.garageId))
    .leftJoin(users, eq(users.id, vehicles.userId))
    .where(and(isAmongIds(vehicles.id), shownVehiclesById))
    .prepare(),
);

/** Cards for a list that another feature orders, such as what a search found; in the order of the ids. */
export function listVehicleCardsById(ids: readonly number[]): VehicleCardView[] {
  if (ids.length === 0) return [];
  return inOrderOf(ids, cardsById().all({ ids: JSON.stringify(ids) }));
}

/** The vehicles of a garage, newest first. */
export function listGarageVehicles(garageId: number, page: Page): Paged<VehicleCardView> {
  const rows = garageCards().all({ garageId, limit: page.limit, offset: offsetOf(page) });
  return { rows, total: countGarageVehicles(garageId), ...page };
}

export interface PhotoView {
  id: string;
  photo: string;
  caption: string;
  /** From 1. */
  position: number;
}

/** A vehicle's own page, and what its owner edits. */
export interface VehicleView extends VehicleCardView {
  condition: string;
  description: string;
  story: string;
  ownerId: string;
  photos: PhotoView[];
  viewerCanEdit: boolean;
}

const fullVehicle = prepared((db) =>
  db
    .select({
      ...card,
      condition: vehicles.condition,
      description: vehicles.description,
      story: vehicles.story,
      userId: vehicles.userId,
    })
    .from(vehicles)
    .leftJoin(garages, eq(garages.id, vehicles.garageId))
    .leftJoin(users, eq(users.id, vehicles.userId))
    .where(and(eq(vehicles.id, sql.placeholder("id")), eq(vehicles.hidden, false)))
    .prepare(),
);

const photosOfVehicle = prepared((db) =>
  db
    .select({
      id: sql<string>`CAST(${photos.id} AS TEXT)`,
      photo: photos.photo,
      caption: photos.caption,
      position: photos.position,
    })
    .from(photos)
    .where(eq(photos.vehicleId, sql.placeholder("id")))
    .orderBy(asc(photos.position))
    .prepare(),
);

/**
 * A vehicle with its photos in order, as its page shows it to `viewer`.
 * @throws DomainError not_found, also while its owner is deactivated
 */
export function getVehicle(id: number, viewer: Viewer | null): VehicleView {
  const row = fullVehicle().get({ id });
  if (!row) throw new DomainError("not_found", VEHICLE_NOT_FOUND);
  const { userId, ...rest } = row;
  return {
    ...rest,
    ownerId: String(userId),
    photos: photosOfVehicle().all({ id }),
    viewerCanEdit: canEditVehicle(viewer, { userId }),
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

const vehicleToEdit = prepared((db) =>
  db
    .select({
      id: vehicles.id,
      userId: vehicles.userId,
      garageId: vehicles.garageId,
      make: vehicles.make,
      model: vehicles.model,
      year: vehicles.year,
      coverPhoto: vehicles.coverPhoto,
      photoCount: vehicles.photoCount,
    })
    .from(vehicles)
    .where(and(eq(vehicles.id, sql.placeholder("id")), eq(vehicles.hidden, false)))
    .prepare(),
);

/**
 * The facts that a command needs of a vehicle it is about to change.
 * @throws DomainError not_found where it is not shown; forbidden for anybody but the owner
 */
export function getVehicleToEdit(id: number, viewer: Viewer) {
  const vehicle = vehicleToEdit().get({ id });
  if (!vehicle) throw new DomainError("not_found", VEHICLE_NOT_FOUND);
  if (!canEditVehicle(viewer, vehicle)) throw new DomainError("forbidden", NOT_YOUR_VEHICLE);
  return vehicle;
}

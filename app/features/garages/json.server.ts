import type { Page, Paged } from "~/lib/paging";
import { toIso } from "~/lib/time";
import type { GarageJson } from "./json-shapes.server";
import { type GarageListQuery, listGarageRows } from "./list.server";
import { getGarageRow, listGarageRowsById } from "./queries.server";
import { listRandomGarageRows } from "./random.server";
import { averageRating, type GarageRow, shownLocation } from "./rows.server";

export function garageJson(row: GarageRow): GarageJson {
  return {
    _id: String(row.id),
    name: row.name,
    description: row.description,
    coverPhoto: row.coverPhoto,
    location: { address: shownLocation(row), isPublicAddress: row.isPublicAddress },
    vehicleCount: row.vehicleCount,
    followerCount: row.followerCount,
    reviewCount: row.reviewCount,
    averageRating: averageRating(row),
    user: { _id: String(row.ownerId), name: row.ownerName, avatar: row.ownerAvatar },
    createdAt: toIso(row.createdAt),
  };
}

/** @throws DomainError not_found, also while the owner is deactivated */
export function getGarageJson(id: number): GarageJson {
  return garageJson(getGarageRow(id));
}

export function listGaragesJson(query: GarageListQuery, page: Page): Paged<GarageJson> {
  const list = listGarageRows(query, page);
  return { ...list, rows: list.rows.map(garageJson) };
}

/** @param count 1 to 20 */
export function listRandomGaragesJson(count: number): GarageJson[] {
  return listRandomGarageRows(count).map(garageJson);
}

/** The garages with these ids that are shown, in the order of the ids. */
export function listGaragesJsonById(ids: readonly number[]): GarageJson[] {
  return listGarageRowsById(ids).map(garageJson);
}

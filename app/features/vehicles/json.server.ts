import type { Page, Paged } from "~/lib/paging";
import { groupBy, inOrderOf } from "~/lib/rows";
import { toIso } from "~/lib/time";
import type { PhotoJson, VehicleJson } from "./json-shapes.server";
import { listPhotoRows, type PhotoRow } from "./photo-queries.server";
import { countGarageVehicles, countShownVehicles } from "./queries.server";
import { likersOf, type VehicleRow, vehicleRows } from "./rows.server";

/** What the API says of a cover where there is none. */
export const DEFAULT_COVER = "default-vehicle.png";

/** A photo as the API shows it within its vehicle. */
export function photoJson({ id, photo, caption }: PhotoRow): PhotoJson {
  return { _id: String(id), photo, caption };
}

/** Two queries, however many vehicles there are: their photos in order and who likes them. */
function withDetails(rows: readonly VehicleRow[]): VehicleJson[] {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const photos = groupBy(listPhotoRows(ids), ({ vehicleId }) => vehicleId);
  const likes = likersOf(ids);
  return rows.map((row) => {
    const user = String(row.userId);
    return {
      _id: String(row.id),
      make: row.make,
      model: row.model,
      year: row.year,
      description: row.description,
      story: row.story,
      condition: row.condition,
      specs: row.specs,
      coverPhoto: row.coverPhoto ?? DEFAULT_COVER,
      photos: (photos.get(row.id) ?? []).map(photoJson),
      likes: (likes.get(row.id) ?? []).map(String),
      likeCount: row.likeCount,
      commentCount: row.commentCount,
      buildCount: row.buildCount,
      garage: { _id: String(row.garageId), name: row.garageName, user },
      user,
      createdAt: toIso(row.createdAt),
    };
  });
}

/**
 * One vehicle as the API shows it.
 * @throws DomainError not_found, also while its owner is deactivated
 */
export function vehicleJson(id: number): VehicleJson {
  return withDetails([vehicleRows.get(id)])[0]!;
}

/** The newest vehicles of the site, newest first. */
export function listLatestVehiclesJson(page: Page): Paged<VehicleJson> {
  return { rows: withDetails(vehicleRows.latest(page)), total: countShownVehicles(), ...page };
}

/** The vehicles of one garage, newest first. */
export function listGarageVehiclesJson(garageId: number, page: Page): Paged<VehicleJson> {
  const rows = withDetails(vehicleRows.ofGarage(garageId, page));
  return { rows, total: countGarageVehicles(garageId), ...page };
}

/** The vehicles with these ids that are shown, in the order of the ids. */
export function listVehiclesJsonById(ids: readonly number[]): VehicleJson[] {
  return withDetails(inOrderOf(ids, vehicleRows.among(ids)));
}

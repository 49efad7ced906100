import { photoJson } from "~/features/vehicles/json.server";
import { listPhotoRowsById, type PhotoRow } from "~/features/vehicles/photo-queries.server";
import type { PhotoDetailJson } from "./json-shapes.server";
import { getPhoto } from "./queries.server";

function photoDetail(row: PhotoRow): PhotoDetailJson {
  const entry = row.entryId === null ? null : String(row.entryId);
  return { ...photoJson(row), position: row.position, vehicle: String(row.vehicleId), entry };
}

/** Photos as the API shows them, in the order of the ids, with their place and vehicle beside. */
export function photosJson(ids: readonly number[]): PhotoDetailJson[] {
  return listPhotoRowsById(ids).map(photoDetail);
}

/** One photo as the API shows it. @throws DomainError not_found */
export function photoDetailJson(id: number): PhotoDetailJson {
  return photoDetail(getPhoto(id));
}

import { asc } from "drizzle-orm";
import { isAmongIds, prepared } from "~/db/prepared.server";
import { photos } from "~/db/schema";
import { inOrderOf } from "~/lib/rows";

const columns = {
  id: photos.id,
  vehicleId: photos.vehicleId,
  photo: photos.photo,
  caption: photos.caption,
  /** In the gallery, from 1. */
  position: photos.position,
};

const ofVehicles = prepared((database) =>
  database
    .select(columns)
    .from(photos)
    .where(isAmongIds(photos.vehicleId))
    .orderBy(asc(photos.vehicleId), asc(photos.position), asc(photos.id))
    .prepare(),
);

const among = prepared((database) => database.select(columns).from(photos).where(isAmongIds(photos.id)).prepare());

export type PhotoRow = ReturnType<typeof listPhotoRows>[number];

/** The photos of these vehicles, each vehicle's in the order of its gallery. */
export function listPhotoRows(vehicleIds: readonly number[]) {
  return ofVehicles().all({ ids: JSON.stringify(vehicleIds) });
}

/** The photos with these ids, in the order of the ids. */
export function listPhotoRowsById(ids: readonly number[]): PhotoRow[] {
  return inOrderOf(ids, among().all({ ids: JSON.stringify(ids) }));
}

/** A photo as pages show it. */
export function toPhotoView({ id, photo, caption, position }: PhotoRow) {
  return { id: String(id), photo, caption, position };
}

export type PhotoView = ReturnType<typeof toPhotoView>;

import { and, asc, isNull } from "drizzle-orm";
import { isAmongIds, prepared } from "~/db/prepared.server";
import { photos } from "~/db/schema";
import { inOrderOf } from "~/lib/rows";

const columns = {
  id: photos.id,
  vehicleId: photos.vehicleId,
  photo: photos.photo,
  caption: photos.caption,
  /** The entry of the build log that it belongs to; null in the gallery. */
  entryId: photos.entryId,
  /** In the gallery or in its entry, from 1. */
  position: photos.position,
};

const ofVehicles = prepared((database) =>
  database
    .select(columns)
    .from(photos)
    .where(and(isAmongIds(photos.vehicleId), isNull(photos.entryId)))
    .orderBy(asc(photos.vehicleId), asc(photos.position), asc(photos.id))
    .prepare(),
);

const ofEntries = prepared((database) =>
  database
    .select(columns)
    .from(photos)
    .where(isAmongIds(photos.entryId))
    .orderBy(asc(photos.entryId), asc(photos.position), asc(photos.id))
    .prepare(),
);

const among = prepared((database) => database.select(columns).from(photos).where(isAmongIds(photos.id)).prepare());

export type PhotoRow = ReturnType<typeof listPhotoRows>[number];

/** The photos of these vehicles' galleries, each vehicle's in the order of its gallery. */
export function listPhotoRows(vehicleIds: readonly number[]) {
  return ofVehicles().all({ ids: JSON.stringify(vehicleIds) });
}

/** The photos of these entries of a build log, each entry's in order. */
export function listEntryPhotoRows(entryIds: readonly number[]): PhotoRow[] {
  return entryIds.length === 0 ? [] : ofEntries().all({ ids: JSON.stringify(entryIds) });
}

/** The photos that stand beside this one, itself among them: of its gallery, or of its entry. */
export function listPhotoRowsBeside({ vehicleId, entryId }: Pick<PhotoRow, "vehicleId" | "entryId">): PhotoRow[] {
  return entryId === null ? listPhotoRows([vehicleId]) : listEntryPhotoRows([entryId]);
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

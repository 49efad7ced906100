import { and, asc, isNull } from "drizzle-orm";
import { isAmongIds, prepared } from "~/db/client.server";
import { photos } from "~/db/schema";
import { isHiddenItself, toHiddenMarks } from "~/db/scopes.server";
import { isStaff, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { pick, sortByIds } from "~/lib/rows";
import { PHOTO_NOT_FOUND } from "./policy";

const columns = {
  id: photos.id,
  vehicleId: photos.vehicleId,
  photo: photos.photo,
  caption: photos.caption,
  heldCaption: photos.heldCaption,
  /** Null in the gallery. */
  entryId: photos.entryId,
  /** In the gallery or entry, from 1. */
  position: photos.position,
  hidden: photos.hidden,
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

const photosByIds = prepared((database) =>
  database.select(columns).from(photos).where(isAmongIds(photos.id)).prepare(),
);

export type PhotoRow = ReturnType<typeof listPhotoRows>[number];

export function listPhotoRows(vehicleIds: readonly number[]) {
  return ofVehicles().all({ ids: JSON.stringify(vehicleIds) });
}

export function listEntryPhotoRows(entryIds: readonly number[]): PhotoRow[] {
  return entryIds.length === 0 ? [] : ofEntries().all({ ids: JSON.stringify(entryIds) });
}

/** Includes the photo itself. */
export function listSiblingPhotoRows({ vehicleId, entryId }: Pick<PhotoRow, "vehicleId" | "entryId">): PhotoRow[] {
  return entryId === null ? listPhotoRows([vehicleId]) : listEntryPhotoRows([entryId]);
}

export function listPhotoRowsById(ids: readonly number[]): PhotoRow[] {
  return sortByIds(ids, photosByIds().all({ ids: JSON.stringify(ids) }));
}

/** @throws DomainError not_found */
export function getPhoto(id: number) {
  const [photo] = listPhotoRowsById([id]);
  if (!photo) throw new DomainError("not_found", PHOTO_NOT_FOUND);
  return photo;
}

/** Also while it waits for review. */
export const ownCaption = ({ caption, heldCaption }: Pick<PhotoRow, "caption" | "heldCaption">): string =>
  heldCaption ?? caption;

/**
 * Only owner and staff see photos hidden by staff or pending review, only the owner captions pending review. The viewer
 * must have access to the vehicle.
 */
export function listVisiblePhotos<Photo extends Pick<PhotoRow, "hidden" | "caption" | "heldCaption">>(
  viewer: Viewer | null,
  ownerId: number,
  rows: readonly Photo[],
): Photo[] {
  const isOwner = viewer !== null && viewer.id === ownerId;
  const visibleRows = rows.filter(({ hidden }) => isOwner || isStaff(viewer) || !isHiddenItself(hidden));
  return isOwner ? visibleRows.map((row) => ({ ...row, caption: ownCaption(row) })) : visibleRows;
}

export const toPhotoView = ({ hidden, ...row }: Omit<PhotoRow, "heldCaption">) => ({
  ...pick(row, "id", "photo", "caption", "position"),
  ...toHiddenMarks(hidden),
});

export type PhotoView = ReturnType<typeof toPhotoView>;

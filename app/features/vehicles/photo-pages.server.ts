import type { Viewer } from "~/features/accounts/policy";
import { PHOTO_NOT_FOUND } from "~/features/photos/policy";
import { DomainError } from "~/lib/errors";
import { NOT_YOUR_VEHICLE } from "./policy";
import { getVehicle } from "./queries.server";

/** A photo's own page: the photo, its neighbours, and its vehicle. */
export type PhotoPageView = ReturnType<typeof getPhotoPage>;

/**
 * One photo of a vehicle with its neighbours in the gallery.
 * @throws DomainError not_found, also where the photo is another vehicle's
 */
export function getPhotoPage(vehicleId: number, photoId: number, viewer: Viewer | null) {
  const vehicle = getVehicle(vehicleId, viewer);
  const at = vehicle.photos.findIndex((photo) => photo.id === String(photoId));
  const photo = vehicle.photos[at];
  if (!photo) throw new DomainError("not_found", PHOTO_NOT_FOUND);
  const { id, year, make, model, garageId, garageName } = vehicle;
  return {
    photo: { ...photo, position: at + 1 },
    vehicle: { id, year, make, model, garageId, garageName },
    // For the links before and after; null at the ends.
    previousId: vehicle.photos[at - 1]?.id ?? null,
    nextId: vehicle.photos[at + 1]?.id ?? null,
    total: vehicle.photos.length,
    isCover: vehicle.coverPhoto === photo.photo,
    viewerCanEdit: vehicle.viewerCanEdit,
  };
}

/** The same for pages on which its owner works. @throws DomainError not_found; forbidden for anybody but the owner */
export function getOwnPhotoPage(vehicleId: number, photoId: number, viewer: Viewer): PhotoPageView {
  const view = getPhotoPage(vehicleId, photoId, viewer);
  if (!view.viewerCanEdit) throw new DomainError("forbidden", NOT_YOUR_VEHICLE);
  return view;
}

/**
 * All photos of a vehicle, in order, as anybody may see them.
 * @throws DomainError not_found, also while its owner is deactivated
 */
export function getAllPhotos(vehicleId: number, viewer: Viewer | null) {
  const vehicle = getVehicle(vehicleId, viewer);
  const { id, year, make, model, garageName, coverPhoto, photos, viewerCanEdit } = vehicle;
  return { vehicle: { id, year, make, model, garageName, coverPhoto }, photos, viewerCanEdit };
}

import type { Viewer } from "~/features/accounts/policy";
import { PHOTO_NOT_FOUND } from "~/features/photos/policy";
import { DomainError } from "~/lib/errors";
import { NOT_YOUR_VEHICLE } from "./policy";
import { getVehicle } from "./queries.server";

export type PhotoPageView = ReturnType<typeof getPhotoPage>;

/**
 * Also its neighbours in the gallery.
 * @throws DomainError not_found, also for another vehicle's photo
 */
export function getPhotoPage(vehicleId: number, photoId: number, viewer: Viewer | null) {
  const vehicle = getVehicle(vehicleId, viewer);
  const index = vehicle.photos.findIndex((photo) => photo.id === photoId);
  const photo = vehicle.photos[index];
  if (!photo) throw new DomainError("not_found", PHOTO_NOT_FOUND);
  const { id, year, make, model, garageId, garageName } = vehicle;
  return {
    photo: { ...photo, position: index + 1 },
    vehicle: { id, year, make, model, garageId, garageName },
    // Null at the ends.
    previousId: vehicle.photos[index - 1]?.id ?? null,
    nextId: vehicle.photos[index + 1]?.id ?? null,
    total: vehicle.photos.length,
    isCover: vehicle.coverPhoto === photo.photo,
    viewerCanEdit: vehicle.viewerCanEdit,
  };
}

/** @throws DomainError not_found; forbidden for non-owners */
export function getOwnPhotoPage(vehicleId: number, photoId: number, viewer: Viewer): PhotoPageView {
  const view = getPhotoPage(vehicleId, photoId, viewer);
  if (!view.viewerCanEdit) throw new DomainError("forbidden", NOT_YOUR_VEHICLE);
  return view;
}

/**
 * Visible ones, in order.
 * @throws DomainError not_found, also if hidden from the viewer
 */
export function getAllPhotos(vehicleId: number, viewer: Viewer | null) {
  const vehicle = getVehicle(vehicleId, viewer);
  const { id, year, make, model, garageName, coverPhoto, photos, viewerCanEdit } = vehicle;
  return { vehicle: { id, year, make, model, garageName, coverPhoto }, photos, viewerCanEdit };
}

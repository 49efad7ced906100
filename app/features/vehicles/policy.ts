import type { Viewer } from "~/features/accounts/policy";

/** Also for an invisible vehicle. */
export const VEHICLE_NOT_FOUND = "Could not load vehicle details.";

export const NOT_YOUR_VEHICLE = "Only its owner can change this vehicle.";

/** Editing, deleting, photos and cover: only the owner, not even admins (vehicles README, Who). */
export function canEditVehicle(viewer: Viewer | null, vehicle: { userId: number }): boolean {
  return viewer !== null && viewer.id === vehicle.userId;
}

export function canAddVehicle(viewer: Viewer | null): boolean {
  return viewer !== null && viewer.garageId !== null;
}

import type { Viewer } from "~/features/accounts/policy";

/** The catalogue's text for a vehicle that is not there, or not for you to know. */
export const VEHICLE_NOT_FOUND = "Could not load vehicle details.";

/** The message for a vehicle of another user. */
export const NOT_YOUR_VEHICLE = "Only its owner can change this vehicle.";

/** Editing, deleting, its photos and its cover: the owner's alone; not even an admin's (vehicles README, Who). */
export function canEditVehicle(viewer: Viewer | null, vehicle: { userId: number }): boolean {
  return viewer !== null && viewer.id === vehicle.userId;
}

/** Vehicles stand in a garage, so that has to be there first. */
export function canAddVehicle(viewer: Viewer | null): boolean {
  return viewer !== null && viewer.garageId !== null;
}

import type { Viewer } from "~/features/accounts/policy";

/** The catalogue's text for a garage that is not there, or not for you to know. */
export const GARAGE_NOT_FOUND = "Could not load garage. The user or garage may not exist.";

/** The message for a garage of another user. */
export const NOT_YOUR_GARAGE = "Only its owner can change this garage.";

/** The message for a second garage. */
export const ALREADY_HAS_GARAGE = "You already have a garage.";

/** The owner's alone; not even an admin's. */
export function canEditGarage(viewer: Viewer | null, garage: { userId: number }): boolean {
  return viewer !== null && viewer.id === garage.userId;
}

/** One garage a person. */
export function canOpenGarage(viewer: Viewer | null): boolean {
  return viewer !== null && viewer.garageId === null;
}

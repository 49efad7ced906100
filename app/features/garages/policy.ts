import type { Viewer } from "~/features/accounts/policy";

/** Also for an invisible garage. */
export const GARAGE_NOT_FOUND = "Could not load garage. The user or garage may not exist.";

export const NOT_YOUR_GARAGE = "Only its owner can change this garage.";

export const ALREADY_HAS_GARAGE = "You already have a garage.";

/** For owners only, not even admins. */
export function canEditGarage(viewer: Viewer | null, garage: { userId: number }): boolean {
  return viewer !== null && viewer.id === garage.userId;
}

export function canOpenGarage(viewer: Viewer | null): boolean {
  return viewer !== null && viewer.garageId === null;
}

import type { Viewer } from "~/features/accounts/policy";
import { canEditVehicle } from "~/features/vehicles/policy";

/** An entry that is not there, or whose owner is deactivated. */
export const ENTRY_NOT_FOUND = "Could not load the entry.";

/**
 * Adding, editing, deleting and photos: the vehicle's owner's alone, not even an admin's (build-log README, Who).
 * @param entry.userId owner of the vehicle
 */
export function canEditEntry(viewer: Viewer | null, entry: { userId: number }): boolean {
  return canEditVehicle(viewer, entry);
}

/** A cost that is not public is its owner's alone, an admin's as little as anybody's. */
export function canSeeCost(viewer: Viewer | null, entry: { userId: number; costIsPublic: boolean }): boolean {
  return entry.costIsPublic || canEditEntry(viewer, entry);
}

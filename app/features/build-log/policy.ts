import type { Viewer } from "~/features/accounts/policy";
import { canEditVehicle } from "~/features/vehicles/policy";

/** Also while the owner is deactivated. */
export const ENTRY_NOT_FOUND = "Could not load the entry.";

/**
 * For the vehicle's owner only, not even admins: adding, editing, deleting and photos (build-log README, Who).
 * @param entry.userId owner of the vehicle
 */
export function canEditEntry(viewer: Viewer | null, entry: { userId: number }): boolean {
  return canEditVehicle(viewer, entry);
}

/** A private cost is visible to the owner only, not even to admins. */
export function canSeeCost(viewer: Viewer | null, entry: { userId: number; costIsPublic: boolean }): boolean {
  return entry.costIsPublic || canEditEntry(viewer, entry);
}

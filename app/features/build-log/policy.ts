import type { Viewer } from "~/features/accounts/policy";
import { canEditVehicle } from "~/features/vehicles/policy";

/** Also while the owner is deactivated. */
export const ENTRY_NOT_FOUND = "Could not load the entry.";

/** The vehicle's owner, not even admins (build-log README, Who). */
export function canEditEntry(viewer: Viewer | null, entry: { userId: number }): boolean {
  return canEditVehicle(viewer, entry);
}

/** A private cost is visible to the owner only, not even to admins. */
export function canSeeCost(viewer: Viewer | null, entry: { userId: number; costIsPublic: boolean }): boolean {
  return entry.costIsPublic || canEditEntry(viewer, entry);
}

import { now } from "~/lib/time";

export const FIRST_YEAR = 1885;

/** Model years run ahead of the calendar by two at most. */
export function lastYear(): number {
  return new Date(now()).getUTCFullYear() + 2;
}

/** Offered while typing; any other text is as good. */
export const CONDITION_SUGGESTIONS = [
  "Concours",
  "Excellent",
  "Restored",
  "Original",
  "Modified",
  "Driver",
  "Project",
  "Barn find",
] as const;

export const VEHICLE_LIMITS = { make: 60, model: 80, condition: 100, description: 2_000, story: 20_000 } as const;

export const SPEC_LIMITS = { rows: 40, name: 60, value: 200 } as const;

export const VEHICLE_ADDED = "Your vehicle is in the garage.";
export const SPECS_SAVED = "Spec sheet saved.";
export const ADD_FAILED = "Failed to add vehicle. Please try again.";
export const UPDATE_FAILED = "Failed to update vehicle.";

import { z } from "zod";
import { lineField, textField, wholeNumberField } from "~/lib/fields";
import { now } from "~/lib/time";

const REQUIRED = "Make, Model, and Year are required.";

export const FIRST_YEAR = 1885;

/** Model years run ahead of the calendar by two at most (decisions, Vehicles and photos). */
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

/** A vehicle as it is added; `.partial()` of it as it is changed (specification 5, Add vehicle). */
export const vehicleInput = z.object({
  make: lineField({ label: "Make", max: VEHICLE_LIMITS.make, required: REQUIRED }),
  model: lineField({ label: "Model", max: VEHICLE_LIMITS.model, required: REQUIRED }),
  year: wholeNumberField({
    required: REQUIRED,
    invalid: () => `Year must be a whole number from ${FIRST_YEAR} to ${lastYear()}.`,
    min: FIRST_YEAR,
    max: lastYear,
  }),
  condition: lineField({ label: "Condition", max: VEHICLE_LIMITS.condition }),
  description: textField({ label: "Description", max: VEHICLE_LIMITS.description }),
  story: textField({ label: "Story", max: VEHICLE_LIMITS.story }),
});

export type VehicleInput = z.output<typeof vehicleInput>;

/** What is sent changes, what is not stays. */
export const vehicleChange = vehicleInput.partial();

export type VehicleChange = z.output<typeof vehicleChange>;

/** `PATCH set-cover`, and the owner's Make Cover button. */
export const coverChoice = z.object({
  // Empty ones too are answered by the command, after it has said who may.
  photoFilename: lineField({ label: "Photo", max: 2_000 }),
});

export const VEHICLE_ADDED = "Your vehicle is in the garage.";
export const ADD_FAILED = "Failed to add vehicle. Please try again.";

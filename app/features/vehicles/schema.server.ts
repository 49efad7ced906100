import { z } from "zod";
import { lineField, textField, uploadIdsField, wholeNumberField } from "~/lib/fields.server";
import { FIRST_YEAR, lastYear, VEHICLE_LIMITS } from "./limits";

const REQUIRED = "Make, Model, and Year are required.";

/** A vehicle; `.partial()` of it as it is changed. */
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

/** A new vehicle, and the photos that came before it. */
export const newVehicle = vehicleInput.extend({ uploads: uploadIdsField() });

/** What is sent changes, what is not stays. */
export const vehicleChange = vehicleInput.partial();

export type VehicleChange = z.output<typeof vehicleChange>;

/** `PATCH set-cover`, and the owner's Make Cover button. */
export const coverChoice = z.object({
  // Empty ones too are answered by the command, after it has said who may.
  photoFilename: lineField({ label: "Photo", max: 2_000 }),
});

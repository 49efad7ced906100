import { z } from "zod";
import { lineField, wholeNumberField } from "~/lib/fields";
import { MAX_PHOTOS_PER_VEHICLE } from "~/lib/image-limits";
import { plural } from "~/lib/text";

export const MAX_CAPTION = 300;

const POSITION = `Position must be a whole number from 1 to ${MAX_PHOTOS_PER_VEHICLE}.`;

/** What is sent changes, what is not stays (api.md: `PATCH /photos/{id} {caption, position}`). */
export const photoChange = z
  .object({
    caption: lineField({ label: "Caption", max: MAX_CAPTION }),
    /** From 1; past the last place means the last. */
    position: wholeNumberField({
      required: POSITION,
      invalid: () => POSITION,
      min: 1,
      max: () => MAX_PHOTOS_PER_VEHICLE,
    }),
  })
  .partial();

export type PhotoChange = z.output<typeof photoChange>;

/** Which vehicle uploaded photos are for. */
export const uploadTarget = z.object({
  vehicleId: lineField({ label: "Vehicle", max: 40, required: "Please say which vehicle the photos are for." }),
});

const FAILURES = new Map([
  ["upload", "Upload failed. Please try again."],
  ["cover", "Failed to update cover photo."],
]);

/** The catalogue's text where an act of the owner's forms around photos fails. @param act their intent's first word */
export function photoFailure(act: string): string {
  return FAILURES.get(act) ?? "Something went wrong.";
}

export function photosAdded(count: number): string {
  return `${plural(count, "photo")} added.`;
}

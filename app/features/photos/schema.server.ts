import { z } from "zod";
import { lineField, uploadIdsField, wholeNumberField } from "~/lib/fields.server";
import { MAX_PHOTOS_PER_VEHICLE } from "~/lib/image-limits";
import { MAX_CAPTION } from "./limits";

const POSITION = `Position must be a whole number from 1 to ${MAX_PHOTOS_PER_VEHICLE}.`;

/** What is sent changes, what is not stays. */
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

/** Photos that came before their form. */
export const photoUploads = z.object({ uploads: uploadIdsField() });

/** Which vehicle uploaded photos are for. */
export const uploadTarget = photoUploads.extend({
  vehicleId: lineField({ label: "Vehicle", max: 40, required: "Please say which vehicle the photos are for." }),
});

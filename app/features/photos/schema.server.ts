import { z } from "zod";
import { lineField, wholeNumberField } from "~/lib/fields.server";
import { MAX_PHOTOS_PER_VEHICLE } from "~/lib/image-limits";
import { MAX_CAPTION } from "./limits";

const POSITION = `Position must be a whole number from 1 to ${MAX_PHOTOS_PER_VEHICLE}.`;
const TURN = "Turn must be 90, 180 or 270 degrees.";

const captionField = lineField({ label: "Caption", max: MAX_CAPTION });
/** From 1; past the last place means the last. */
const positionField = wholeNumberField({
  required: POSITION,
  invalid: () => POSITION,
  min: 1,
  max: () => MAX_PHOTOS_PER_VEHICLE,
});
const turnField = wholeNumberField({ required: TURN, invalid: () => TURN, min: 90, max: () => 270 })
  .refine((degrees) => degrees % 90 === 0, TURN)
  .meta({
    type: "integer",
    enum: [90, 180, 270],
    description: "Clockwise, in degrees; the photo gets a new file name",
  });

/** What is sent changes, what is not stays. */
export const photoChange = z
  .object({
    caption: captionField,
    position: positionField,
    turn: turnField,
  })
  .partial();

export type PhotoChange = z.output<typeof photoChange>;

/** Which vehicle uploaded photos are for. */
export const uploadTarget = z.object({
  vehicleId: lineField({ label: "Vehicle", max: 40, required: "Please say which vehicle the photos are for." }),
});

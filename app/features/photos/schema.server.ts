import { z } from "zod";
import { lineField, uploadIdsField, wholeNumberField } from "~/lib/fields.server";
import { MAX_PHOTOS_PER_VEHICLE } from "~/lib/images";
import { MAX_CAPTION } from "./limits";

const POSITION = `Position must be a whole number from 1 to ${MAX_PHOTOS_PER_VEHICLE}.`;
const INVALID_ROTATION = "Turn must be 90, 180 or 270 degrees.";

const captionField = lineField({ label: "Caption", max: MAX_CAPTION });
/** From 1; a number past the end means the last position. */
const positionField = wholeNumberField({
  required: POSITION,
  invalid: () => POSITION,
  min: 1,
  max: () => MAX_PHOTOS_PER_VEHICLE,
});
const rotationField = wholeNumberField({
  required: INVALID_ROTATION,
  invalid: () => INVALID_ROTATION,
  min: 90,
  max: () => 270,
})
  .refine((degrees) => degrees % 90 === 0, INVALID_ROTATION)
  .meta({
    type: "integer",
    enum: [90, 180, 270],
    description: "Clockwise, in degrees; the photo gets a new file name",
  });

/** Missing members stay. */
export const photoChange = z
  .object({
    caption: captionField,
    position: positionField,
    turn: rotationField,
  })
  .partial();

export type PhotoChange = z.output<typeof photoChange>;

export interface GalleryChange {
  captions: ReadonlyMap<number, string>;
  /** From 1. */
  places: ReadonlyMap<number, number>;
  coverId: number | undefined;
}

/**
 * A whole gallery: `caption-ID` and `place-ID` of each photo, and `cover`, the id of one.
 * @param ids of the gallery's photos
 */
export function galleryInput(ids: readonly number[]) {
  const fieldsOf = <T extends z.ZodType>(name: string, field: T) =>
    Object.fromEntries(ids.map((id) => [`${name}-${id}`, field.optional()]));
  const valuesOf = <T>(name: string, values: Record<string, unknown>) =>
    new Map(ids.map((id) => [id, values[`${name}-${id}`] as T] as const).filter(([, value]) => value !== undefined));
  return z
    .object({
      ...fieldsOf("caption", captionField),
      ...fieldsOf("place", positionField),
      cover: lineField({ label: "Cover", max: 40 }).optional(),
    })
    .transform(
      (values: Record<string, unknown>): GalleryChange => ({
        captions: valuesOf<string>("caption", values),
        places: valuesOf<number>("place", values),
        coverId: values.cover === undefined ? undefined : Number(values.cover),
      }),
    );
}

export const photoUploads = z.object({ uploads: uploadIdsField() });

export const uploadTarget = photoUploads.extend({
  vehicleId: lineField({ label: "Vehicle", max: 40, required: "Please choose the vehicle the photos are for." }),
});

import { z } from "zod";
import { lineField, plainText } from "~/lib/fields.server";
import { NOWHERE, PLACE_MESSAGES } from "./placement";
import { PROXIMITY_LIMITS, PROXIMITY_MESSAGES } from "./proximity";

const placeId = z.string(PLACE_MESSAGES.required).transform((text, context) => {
  if (text === NOWHERE) return null;
  if (/^-?[1-9]\d{0,14}$/.test(text)) return Number(text);
  context.addIssue(PLACE_MESSAGES.unknown);
  return z.NEVER;
});

/** A gazetteer id, or none. */
export const placeChoice = z.object({ placeId });

export const placeField = () => lineField({ label: "The place", max: PROXIMITY_LIMITS.place });

/** `/places/suggestions`. */
export const townSearch = z.object({ q: placeField() });

/** km, or undefined. */
export function radiusField() {
  const radius = z
    .string()
    .regex(/^0*[1-9]\d{0,3}$/, PROXIMITY_MESSAGES.radius)
    .transform(Number)
    .refine((km) => km <= PROXIMITY_LIMITS.radius, PROXIMITY_MESSAGES.radius)
    .optional();
  const field = z.preprocess((value) => plainText(value) || undefined, radius);
  return field.meta({ type: "integer", minimum: 1, maximum: PROXIMITY_LIMITS.radius });
}

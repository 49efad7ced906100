import { z } from "zod";
import { lineField, plainText } from "./fields.server";
import { NEAR_LIMITS, NEAR_MESSAGES } from "./near";

/** A place by name, to look around; empty where nobody says. */
export const placeField = () => lineField({ label: "The place", max: NEAR_LIMITS.place });

/** How far to look, km; undefined where nobody says. */
export function radiusField() {
  const radius = z
    .string()
    .regex(/^0*[1-9]\d{0,3}$/, NEAR_MESSAGES.radius)
    .transform(Number)
    .refine((km) => km <= NEAR_LIMITS.radius, NEAR_MESSAGES.radius)
    .optional();
  const field = z.preprocess((value) => plainText(value) || undefined, radius);
  return field.meta({ type: "integer", minimum: 1, maximum: NEAR_LIMITS.radius });
}

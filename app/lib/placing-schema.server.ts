import { z } from "zod";
import { NOWHERE, PLACE_MESSAGES } from "./placing";

const placeId = z.string(PLACE_MESSAGES.required).transform((text, context) => {
  if (text === NOWHERE) return null;
  if (/^-?[1-9]\d{0,14}$/.test(text)) return Number(text);
  context.addIssue(PLACE_MESSAGES.unknown);
  return z.NEVER;
});

/** The form of the pages behind "change": a place of the gazetteer, or none. */
export const placeChoice = z.object({ placeId });

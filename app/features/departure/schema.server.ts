import { z } from "zod";
import { checkboxField } from "~/lib/fields.server";
import { DEPARTURE_MESSAGES, DEPARTURES } from "./limits";

/** The safety switch of the settings, which the server insists on too. */
export const safetySchema = z.object({
  safety: checkboxField("safety").refine((on) => on, DEPARTURE_MESSAGES.safetyOff),
});

export const departureSchema = safetySchema.extend({ leave: z.enum(DEPARTURES, "Please choose what to delete.") });

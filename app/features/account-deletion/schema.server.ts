import { z } from "zod";
import { checkboxField } from "~/lib/fields.server";
import { DELETABLE, DELETION_MESSAGES } from "./limits";

/** The safety switch, required by the server too. */
export const safetySchema = z.object({
  safety: checkboxField("safety").refine((on) => on, DELETION_MESSAGES.safetyOff),
});

export const deletionChoice = safetySchema.extend({ leave: z.enum(DELETABLE, "Please choose what to delete.") });

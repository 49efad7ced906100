import { z } from "zod";
import { switchField } from "~/lib/fields.server";
import { MOST_IDS } from "./limits";

const READ_ONLY = "read can only be true.";
const IDS = `ids must be a list of at most ${MOST_IDS} ids.`;

/** Of `PATCH /users/me/notifications`: all, or those with these ids, are read from here on. */
export const readInput = z.object({
  read: switchField([["true", "false"]], READ_ONLY)
    .refine((on) => on, READ_ONLY)
    .meta({ type: "boolean" }),
  ids: z.array(z.string(IDS), IDS).max(MOST_IDS, IDS).optional(),
});

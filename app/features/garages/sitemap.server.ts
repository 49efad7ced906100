import { idRanges } from "~/db/id-ranges.server";
import { garages } from "~/db/schema";
import { shownGaragesById } from "~/db/scopes.server";

/** The garages that are shown, for the site map. */
export const garageRanges = idRanges(garages, shownGaragesById);

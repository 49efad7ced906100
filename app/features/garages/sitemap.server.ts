import { sql } from "drizzle-orm";
import { idRanges } from "~/db/id-ranges.server";
import { garages } from "~/db/schema";

/** The garages that are shown, for the site map. */
export const garageRanges = idRanges(garages, sql`+${garages.hidden} = 0`);

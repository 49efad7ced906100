import { sql } from "drizzle-orm";
import { idRanges } from "~/db/id-ranges.server";
import { vehicles } from "~/db/schema";

/** The vehicles that are shown, for the site map. */
export const vehicleRanges = idRanges(vehicles, sql`+${vehicles.hidden} = 0`);

import { sql } from "drizzle-orm";
import { idRanges } from "~/db/id-ranges.server";
import { events } from "~/db/schema";

/** The events that everybody can see, past ones included, for the site map. */
export const eventRanges = idRanges(events, sql`+${events.status} = 'approved'`);

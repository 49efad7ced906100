import { sql } from "drizzle-orm";
import { idRanges } from "~/db/id-ranges.server";
import { events } from "~/db/schema";

/** The approved events, past ones included, for the sitemap. */
export const eventRanges = idRanges(events, sql`+${events.status} = 'approved'`);

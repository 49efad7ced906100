import { idRanges } from "~/db/id-ranges.server";
import { events } from "~/db/schema";
import { liveEventsById } from "~/db/scopes.server";

/** The approved events, past ones included, for the sitemap. */
export const eventRanges = idRanges(events, liveEventsById);

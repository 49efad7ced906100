import { idRanges } from "~/db/id-ranges.server";
import { events } from "~/db/schema";
import { liveEventsById } from "~/db/scopes.server";

/** The events that everybody can see, past ones included, for the site map. */
export const eventRanges = idRanges(events, liveEventsById);

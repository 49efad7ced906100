import { eq, sql } from "drizzle-orm";
import { events, garages, vehicles } from "./schema";

/**
 * What everybody may see. `hidden` is set by triggers on all that belongs to a deactivated member; an event is live once
 * an admin has approved it.
 */
export const shownGarages = eq(garages.hidden, false);
export const shownVehicles = eq(vehicles.hidden, false);
export const liveEvents = eq(events.status, "approved");

/**
 * The same for look-ups by ids: the plus keeps the planner at the ids, where it might else begin with the index that
 * leads with this column, which holds nearly every row.
 */
export const shownGaragesById = sql`+${garages.hidden} = 0`;
export const shownVehiclesById = sql`+${vehicles.hidden} = 0`;
export const liveEventsById = sql`+${events.status} = 'approved'`;

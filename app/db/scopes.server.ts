import { and, eq, isNotNull, sql } from "drizzle-orm";
import {
  buildEntries,
  comments,
  eventAttendances,
  events,
  follows,
  garages,
  likes,
  photos,
  reviews,
  users,
  vehicles,
} from "./schema";

/**
 * What everybody may see. `hidden` is set by triggers on all that belongs to a deactivated member; an event is live
 * once an admin has approved it.
 */
export const shownGarages = eq(garages.hidden, false);
export const shownVehicles = eq(vehicles.hidden, false);
export const shownPhotos = eq(photos.hidden, false);
export const shownEntries = eq(buildEntries.hidden, false);
export const shownComments = eq(comments.hidden, false);
export const shownReviews = eq(reviews.hidden, false);
export const shownLikes = eq(likes.hidden, false);
export const shownFollows = eq(follows.hidden, false);
export const shownAttendances = eq(eventAttendances.hidden, false);
export const liveEvents = eq(events.status, "approved");
/** Members whom everybody may see: verified and not deactivated. */
export const shownMembers = and(eq(users.active, true), isNotNull(users.verifiedAt));

/**
 * The same for look-ups by ids: the unary plus keeps the planner from starting at the index on this column, which holds
 * nearly every row.
 */
export const shownGaragesById = sql`+${garages.hidden} = 0`;
export const shownVehiclesById = sql`+${vehicles.hidden} = 0`;
export const shownEntriesById = sql`+${buildEntries.hidden} = 0`;
export const liveEventsById = sql`+${events.status} = 'approved'`;
export const shownMembersById = and(sql`+${users.active} = 1`, isNotNull(users.verifiedAt));

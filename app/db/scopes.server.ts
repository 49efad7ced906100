import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { HIDDEN } from "./columns";
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

/** Not hidden (`HIDDEN` in `columns.ts`), and events approved by staff. */
export const shownGarages = eq(garages.hidden, 0);
export const shownVehicles = eq(vehicles.hidden, 0);
export const shownPhotos = eq(photos.hidden, 0);
export const shownEntries = eq(buildEntries.hidden, 0);
export const shownComments = eq(comments.hidden, 0);
export const shownReviews = eq(reviews.hidden, 0);
export const shownLikes = eq(likes.hidden, 0);
export const shownFollows = eq(follows.hidden, 0);
export const shownAttendances = eq(eventAttendances.hidden, 0);
export const liveEvents = eq(events.status, "approved");
/** Verified, neither deactivated nor suspended with all content hidden. */
export const shownMembers = and(eq(users.active, true), eq(users.hideAll, false), isNotNull(users.verifiedAt));

/** Staff have hidden the member's garage, and with it the profile texts. */
export const isSilenced = sql<number>`EXISTS (SELECT 1 FROM garages AS own
  WHERE own.user_id = ${users.id} AND own.hidden & ${sql.raw(String(HIDDEN.measure))})`;

/**
 * For look-ups by id: also the viewer's own rows, and for staff all, but nothing of a deactivated account. Bound by
 * `seenParams` of the accounts' policy.
 */
const isSeen = (hidden: SQLiteColumn, ownerId: SQLiteColumn) =>
  sql`(+${hidden} = 0 OR ((${ownerId} = ${sql.placeholder("viewerId")} OR ${sql.placeholder("viewerIsStaff")})
    AND (SELECT active FROM users AS owner WHERE owner.id = ${ownerId})))`;
export const seenGarages = isSeen(garages.hidden, garages.userId);
export const seenVehicles = isSeen(vehicles.hidden, vehicles.userId);
export const seenEntries = isSeen(buildEntries.hidden, buildEntries.userId);
export const seenComments = isSeen(comments.hidden, comments.userId);
export const seenReviews = isSeen(reviews.hidden, reviews.userId);

/** Only author and staff see the row; empty for a public row. */
interface HiddenMarks {
  /** Waits for review; with `refused`, was refused. */
  held?: true;
  refused?: true;
  hiddenByStaff?: true;
}

export const toHiddenMarks = (hidden: number): HiddenMarks => ({
  ...((hidden & HIDDEN.hold) !== 0 && { held: true }),
  ...((hidden & HIDDEN.refused) !== 0 && { refused: true }),
  ...((hidden & HIDDEN.measure) !== 0 && { hiddenByStaff: true }),
});

/** Not only with its parent. */
export const isHiddenItself = (hidden: number) => (hidden & (HIDDEN.measure | HIDDEN.hold)) !== 0;

/**
 * For look-ups by ids: the unary plus keeps the planner from starting at this column's index, which has nearly every
 * row.
 */
export const shownGaragesById = sql`+${garages.hidden} = 0`;
export const shownVehiclesById = sql`+${vehicles.hidden} = 0`;
export const shownEntriesById = sql`+${buildEntries.hidden} = 0`;
export const liveEventsById = sql`+${events.status} = 'approved'`;
/** To join users. */
export const theirShownGarage = and(eq(garages.userId, users.id), shownGaragesById);
export const shownMembersById = and(sql`+${users.active} = 1`, eq(users.hideAll, false), isNotNull(users.verifiedAt));

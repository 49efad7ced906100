import type { events } from "~/db/schema";
import { isAdmin, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";

/** For an event that does not exist, or that the viewer may not see. */
export const EVENT_NOT_FOUND = "Could not load event. It may not be available.";

export const NOT_YOUR_EVENT = "Only its submitter can change this event.";

export const ALREADY_LIVE = "This event is already live and can no longer be changed.";

/** Shown as the submitter once the account is deleted. */
export const DELETED_MEMBER = "Deleted member";

/** `userId` is the submitter's, null once the account is deleted. */
type Submission = Pick<typeof events.$inferSelect, "status" | "userId">;

/** Whether it is in the calendar: an admin has approved it. The same as `liveEvents` for a row that has been read. */
export const isLive = ({ status }: Pick<Submission, "status">) => status === "approved";

/** Status, reason and submitter are for the submitter and admins (events README, Who sees what). */
export function canSeeSubmission(viewer: Viewer | null, event: Submission): boolean {
  return viewer !== null && (viewer.id === event.userId || isAdmin(viewer));
}

/** Approved events are public; the others only for their submitter and admins (events README, Who sees what). */
export function canSeeEvent(viewer: Viewer | null, event: Submission): boolean {
  return isLive(event) || canSeeSubmission(viewer, event);
}

/** Only the submitter, until it is approved. */
export function canEditEvent(viewer: Viewer | null, event: Submission): boolean {
  return viewer !== null && viewer.id === event.userId && !isLive(event);
}

/**
 * The place is no part of what was approved: the submitter may correct it at any time, an admin once it is approved.
 * Before that an admin mentions it in the decision instead.
 */
export function canPlaceEvent(viewer: Viewer | null, event: Submission): boolean {
  return viewer !== null && (viewer.id === event.userId || (isAdmin(viewer) && isLive(event)));
}

/** @throws DomainError not_found; forbidden for anybody but the submitter and, once it is approved, admins */
export function requirePlaceable(viewer: Viewer, event: Submission): void {
  if (canPlaceEvent(viewer, event)) return;
  if (!canSeeEvent(viewer, event)) throw new DomainError("not_found", EVENT_NOT_FOUND);
  throw new DomainError("forbidden", NOT_YOUR_EVENT);
}

/** @throws DomainError not_found; forbidden for anybody but the submitter; conflict once it is approved */
export function requireEditable(viewer: Viewer, event: Submission): void {
  if (canEditEvent(viewer, event)) return;
  if (!canSeeEvent(viewer, event)) throw new DomainError("not_found", EVENT_NOT_FOUND);
  if (viewer.id !== event.userId) throw new DomainError("forbidden", NOT_YOUR_EVENT);
  throw new DomainError("conflict", ALREADY_LIVE);
}

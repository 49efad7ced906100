import type { events } from "~/db/schema";
import { isAdmin, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";

/** The catalogue's text for an event that is not there, or not for you to know. */
export const EVENT_NOT_FOUND = "Could not load event. It may not be available.";

export const NOT_YOUR_EVENT = "Only its submitter can change this event.";

export const ALREADY_LIVE = "This event is live already and cannot be changed any more.";

/** Stands for the submitter of an account that was deleted. */
export const DELETED_MEMBER = "Deleted member";

/** `userId` is the submitter's, null once the account is deleted. */
type Submission = Pick<typeof events.$inferSelect, "status" | "userId">;

/** Whether it is in the calendar: an admin has approved it. The same as `liveEvents` for a row that has been read. */
export const isLive = ({ status }: Pick<Submission, "status">) => status === "approved";

/** Status, reason and submitter are for the submitter and admins (events README, Who sees what). */
export function canSeeSubmission(viewer: Viewer | null, event: Submission): boolean {
  return viewer !== null && (viewer.id === event.userId || isAdmin(viewer));
}

/** Approved events are everybody's; the others are there for their submitter and admins only (events README, Who sees what). */
export function canSeeEvent(viewer: Viewer | null, event: Submission): boolean {
  return isLive(event) || canSeeSubmission(viewer, event);
}

/** The submitter's alone, as long as it is not live. */
export function canEditEvent(viewer: Viewer | null, event: Submission): boolean {
  return viewer !== null && viewer.id === event.userId && !isLive(event);
}

/**
 * Where it stands on the map is no part of what was approved: its submitter may correct that at any time, and an admin
 * once it is live, as for everything that everybody sees. Before that an admin rather says so in the decision.
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

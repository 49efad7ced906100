import type { events } from "~/db/schema";
import { isAdmin, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { isOver, type Span } from "./time/wall-clock";

/** For an event that does not exist, or that the viewer may not see. */
export const EVENT_NOT_FOUND = "Could not load event. It may not be available.";

export const NOT_YOUR_EVENT = "Only its submitter can change this event.";

export const ALREADY_LIVE = "This event is already live and can no longer be changed.";

export const NOT_YOURS_TO_CANCEL = "Only its submitter or an admin can cancel this event.";

export const NOT_LIVE_YET = "Only an event that is live can be cancelled.";

export const TOO_LATE_TO_CANCEL = "This event is over. It can no longer be cancelled.";

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

/** Only the submitter, until it is approved; only admins from then on. */
export function canEditEvent(viewer: Viewer | null, event: Submission): boolean {
  if (viewer === null) return false;
  return isLive(event) ? isAdmin(viewer) : viewer.id === event.userId;
}

/** What its dates and its cancellation say beside that. */
type Planned = Submission & Span & Pick<typeof events.$inferSelect, "cancelledAt">;

/** Its submitter or an admin, while it is live, not over and not cancelled yet. */
export function canCancelEvent(viewer: Viewer | null, event: Planned): boolean {
  return canSeeSubmission(viewer, event) && isLive(event) && event.cancelledAt === null && !isOver(event);
}

/**
 * @returns whether it takes place so far: to cancel it once more is harmless
 * @throws DomainError not_found; forbidden for anybody but the submitter and admins; conflict unless it is live, or once
 *   it is over
 */
export function requireCancellable(viewer: Viewer, event: Planned): boolean {
  if (canCancelEvent(viewer, event)) return true;
  if (!canSeeEvent(viewer, event)) throw new DomainError("not_found", EVENT_NOT_FOUND);
  if (!canSeeSubmission(viewer, event)) throw new DomainError("forbidden", NOT_YOURS_TO_CANCEL);
  if (!isLive(event)) throw new DomainError("conflict", NOT_LIVE_YET);
  if (event.cancelledAt === null) throw new DomainError("conflict", TOO_LATE_TO_CANCEL);
  return false;
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

/**
 * @throws DomainError not_found; forbidden for anybody but the submitter and, once it is approved, admins; conflict for
 *   the submitter of an approved one
 */
export function requireEditable(viewer: Viewer, event: Submission): void {
  if (canEditEvent(viewer, event)) return;
  if (!canSeeEvent(viewer, event)) throw new DomainError("not_found", EVENT_NOT_FOUND);
  if (viewer.id !== event.userId) throw new DomainError("forbidden", NOT_YOUR_EVENT);
  throw new DomainError("conflict", ALREADY_LIVE);
}

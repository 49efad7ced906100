import type { events } from "~/db/schema";
import { isAdmin, isStaff, type Role, type Viewer } from "~/features/accounts/policy";
import { canDecideAbout } from "~/features/cases/policy";
import { DomainError } from "~/lib/errors";
import { isOver, type Span } from "./time/wall-clock";

/** For an event that does not exist, or that the viewer may not see. */
export const EVENT_NOT_FOUND = "Could not load event. It may not be available.";

export const NOT_YOUR_EVENT = "Only its submitter can change this event.";

/** For one that a decision hides, until that is taken back. */
const HIDDEN_EVENT = "A moderator has hidden this event. It cannot be changed.";

export const OWN_EVENT = "Somebody else has to decide on your own event.";

/** Shown as the submitter once the account is deleted. */
export const DELETED_MEMBER = "Deleted member";

/** `userId` is the submitter's, null once the account is deleted. */
type Submission = Pick<typeof events.$inferSelect, "status" | "userId">;

/** Whether it is in the calendar: it was approved. The same as `liveEvents` for a row that has been read. */
export const isLive = ({ status }: Pick<Submission, "status">) => status === "approved";

function isSubmitterOrAdmin(viewer: Viewer | null, event: Submission): boolean {
  return viewer !== null && (viewer.id === event.userId || isAdmin(viewer));
}

/** `submitterRole` is null once the account is deleted. */
type Decidable = Submission & { submitterRole: Role | null };

/** Admins, who may be alone, whose ever it is; moderators members' events. */
export function canDecideEvent(viewer: Viewer | null, { userId, submitterRole }: Decidable): boolean {
  return viewer !== null && canDecideAbout(viewer, submitterRole) && (isAdmin(viewer) || viewer.id !== userId);
}

/** Status, reason and submitter are for the submitter, and for those who decide (events README, Who sees what). */
export function canSeeSubmission(viewer: Viewer | null, event: Submission): boolean {
  return viewer !== null && (viewer.id === event.userId || isStaff(viewer));
}

/** Approved events are public; the others only for their submitter, moderators and admins (events README, Who sees what). */
export function canSeeEvent(viewer: Viewer | null, event: Submission): boolean {
  return isLive(event) || canSeeSubmission(viewer, event);
}

/**
 * Its submitter at any time, an admin once it is approved. Before that an admin mentions in the decision what should be
 * another. The same for its place, which is no part of what was approved.
 */
export function canEditEvent(viewer: Viewer | null, event: Submission): boolean {
  if (viewer === null || event.status === "hidden") return false;
  return viewer.id === event.userId || (isAdmin(viewer) && isLive(event));
}

/** Whether what the submitter changes waits for a decision, and the event stays as it is until then. */
export function isReviewed(viewer: Viewer, event: Submission): boolean {
  return isLive(event) && !isAdmin(viewer);
}

/** What its dates and its cancellation say beside that. */
type Planned = Submission & Span & Pick<typeof events.$inferSelect, "cancelledAt">;

/** Its submitter or an admin, while it is live, not over and not cancelled yet. */
export function canCancelEvent(viewer: Viewer | null, event: Planned): boolean {
  return isSubmitterOrAdmin(viewer, event) && isLive(event) && event.cancelledAt === null && !isOver(event);
}

/**
 * @returns whether it takes place so far: to cancel it once more is harmless
 * @throws DomainError not_found; forbidden for anybody but the submitter and admins; conflict unless it is live, or once
 *   it is over
 */
export function requireCancellable(viewer: Viewer, event: Planned): boolean {
  if (canCancelEvent(viewer, event)) return true;
  if (!canSeeEvent(viewer, event)) throw new DomainError("not_found", EVENT_NOT_FOUND);
  if (!isSubmitterOrAdmin(viewer, event)) {
    throw new DomainError("forbidden", "Only its submitter or an admin can cancel this event.");
  }
  if (!isLive(event)) throw new DomainError("conflict", "Only a live event can be cancelled.");
  if (event.cancelledAt !== null) return false;
  throw new DomainError("conflict", "This event is over. It can no longer be cancelled.");
}

/** @throws DomainError not_found; conflict while it is hidden; forbidden for all but the submitter and, once live, admins */
export function requireEditable(viewer: Viewer, event: Submission): void {
  if (canEditEvent(viewer, event)) return;
  if (!canSeeEvent(viewer, event)) throw new DomainError("not_found", EVENT_NOT_FOUND);
  if (event.status === "hidden") throw new DomainError("conflict", HIDDEN_EVENT);
  throw new DomainError("forbidden", NOT_YOUR_EVENT);
}

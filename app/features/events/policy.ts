import type { events } from "~/db/schema";
import { isAdmin, isStaff, type Role, type Viewer } from "~/features/accounts/policy";
import { canDecideAbout } from "~/features/cases/policy";
import { DomainError } from "~/lib/errors";
import { isOver, type Span } from "./time/wall-clock";

/** Also for an invisible event. */
export const EVENT_NOT_FOUND = "Could not load event. It may not be available.";

export const NOT_YOUR_EVENT = "Only its submitter can change this event.";

/** Hidden by a decision. */
const HIDDEN_EVENT = "A moderator has hidden this event. It cannot be changed.";

export const OWN_EVENT = "Another moderator has to decide on your own event.";

/** The submitter's name once the account is deleted. */
export const DELETED_MEMBER = "Deleted member";

/** `userId` is null once the submitter's account is deleted. */
type Submission = Pick<typeof events.$inferSelect, "status" | "userId">;

/** `liveEvents` for a row already read. */
export const isLive = ({ status }: Pick<Submission, "status">) => status === "approved";

function isSubmitterOrAdmin(viewer: Viewer | null, event: Submission): boolean {
  return viewer !== null && (viewer.id === event.userId || isAdmin(viewer));
}

/** `submitterRole` is null once the account is deleted. */
type Decidable = Submission & { submitterRole: Role | null };

/** Admins decide even on their own events (there may be no other admin); moderators on members' events. */
export function canDecideEvent(viewer: Viewer | null, { userId, submitterRole }: Decidable): boolean {
  return viewer !== null && canDecideAbout(viewer, submitterRole) && (isAdmin(viewer) || viewer.id !== userId);
}

/** Status, reason and submitter: for the submitter and staff (events README, Who sees what). */
export function canSeeSubmission(viewer: Viewer | null, event: Submission): boolean {
  return viewer !== null && (viewer.id === event.userId || isStaff(viewer));
}

export function canSeeEvent(viewer: Viewer | null, event: Submission): boolean {
  return isLive(event) || canSeeSubmission(viewer, event);
}

/** Before approval, admins do not edit: they request changes in the decision. */
export function canEditEvent(viewer: Viewer | null, event: Submission): boolean {
  if (viewer === null || event.status === "hidden") return false;
  return viewer.id === event.userId || (isAdmin(viewer) && isLive(event));
}

/** The event stays unchanged until the decision. */
export function isReviewed(viewer: Viewer, event: Submission): boolean {
  return isLive(event) && !isAdmin(viewer);
}

type Planned = Submission & Span & Pick<typeof events.$inferSelect, "cancelledAt">;

export function canCancelEvent(viewer: Viewer | null, event: Planned): boolean {
  return isSubmitterOrAdmin(viewer, event) && isLive(event) && event.cancelledAt === null && !isOver(event);
}

/**
 * @returns false if already cancelled
 * @throws DomainError not_found; forbidden except for the submitter and admins; conflict if over or not live
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

/** @throws DomainError not_found; conflict while hidden; forbidden except for the submitter and, once live, admins */
export function requireEditable(viewer: Viewer, event: Submission): void {
  if (canEditEvent(viewer, event)) return;
  if (!canSeeEvent(viewer, event)) throw new DomainError("not_found", EVENT_NOT_FOUND);
  if (event.status === "hidden") throw new DomainError("conflict", HIDDEN_EVENT);
  throw new DomainError("forbidden", NOT_YOUR_EVENT);
}

import { isAdmin, requireAdmin, type Viewer } from "~/features/accounts/policy";
import { type PlaceOfRow, placingView } from "~/features/places/queries.server";
import { DomainError } from "~/lib/errors";
import type { Page, Paged } from "~/lib/paging";
import {
  canCancelEvent,
  canEditEvent,
  canPlaceEvent,
  canSeeEvent,
  canSeeSubmission,
  DELETED_MEMBER,
  EVENT_NOT_FOUND,
  isLive,
  requireCancellable,
  requireEditable,
} from "./policy";
import { type EventFullRow, findFullRow, findPageRow, listOwnRows, listPendingRows } from "./rows.server";

/** Who submitted an event; the id is null once the account is deleted. */
export function submitterOf({ userId, submitterName }: Pick<EventFullRow, "userId" | "submitterName">) {
  return { id: userId === null ? null : String(userId), name: submitterName ?? DELETED_MEMBER };
}

/** What only the submitter and admins see of an event. */
export type SubmissionView = ReturnType<typeof submissionView>;

function submissionView(row: EventFullRow & { place: PlaceOfRow | null }, viewer: Viewer | null) {
  return {
    status: row.status,
    rejectionReason: row.rejectionReason,
    submitter: submitterOf(row),
    /** Time of the last change, ms: a decision names it, so that nobody approves what they have not read. */
    revision: row.updatedAt,
    placing: placingView(row, row.place),
    viewerCanPlace: canPlaceEvent(viewer, row),
  };
}

/** What everybody may see of an event. */
function publicView(row: EventFullRow) {
  const { id, title, startDate, endDate, location, category, image } = row;
  const { shortDescription, url, fullDescription, attendanceCount, cancelled, cancelReason } = row;
  return {
    ...{ id, title, startDate, endDate, location, category, image },
    ...{ shortDescription, url, fullDescription, attendanceCount, cancelled, cancelReason },
  };
}

export type EventPageView = Omit<ReturnType<typeof getEventPage>, "place">;

/**
 * An event as `viewer` may see it.
 * @returns also `place`, which the page needs to find nearby events; it is not sent to the browser
 * @throws DomainError not_found, also for what is pending or rejected and somebody else's (events README, Who sees what)
 */
export function getEventPage(id: number, viewer: Viewer | null) {
  const row = findPageRow(id);
  if (!row || !canSeeEvent(viewer, row)) throw new DomainError("not_found", EVENT_NOT_FOUND);
  return {
    ...publicView(row),
    place: row.place,
    submission: canSeeSubmission(viewer, row) ? submissionView(row, viewer) : null,
    /** Approved: in the calendar, and people can say that they come. */
    live: isLive(row),
    viewerCanEdit: canEditEvent(viewer, row),
    viewerCanCancel: canCancelEvent(viewer, row),
    viewerCanDecide: isAdmin(viewer) && row.status === "pending",
  };
}

/**
 * An event for its edit page.
 * @throws DomainError not_found; forbidden for anybody but the submitter and, once it is approved, admins; conflict for
 *   the submitter of an approved one
 */
export function getEventToEdit(id: number, viewer: Viewer): EventPageView {
  const row = findFullRow(id);
  if (!row) throw new DomainError("not_found", EVENT_NOT_FOUND);
  requireEditable(viewer, row);
  const { place: _, ...event } = getEventPage(id, viewer);
  return event;
}

/**
 * An event for the page that asks before it is cancelled.
 * @returns also whether it takes place so far; see `requireCancellable`, also for what it throws
 */
export function getEventToCancel(id: number, viewer: Viewer) {
  const row = findFullRow(id);
  if (!row) throw new DomainError("not_found", EVENT_NOT_FOUND);
  return { id: row.id, title: row.title, takesPlace: requireCancellable(viewer, row) };
}

/** A row of "My submissions". */
export type OwnEventView = ReturnType<typeof ownEventView>;

function ownEventView(row: EventFullRow, viewer: Viewer) {
  const { id, title, startDate, endDate, location, category, image, status, rejectionReason } = row;
  const { cancelled, cancelReason } = row;
  return {
    ...{ id, title, startDate, endDate, location, category, image, status, rejectionReason, cancelled, cancelReason },
    placing: placingView(row),
    viewerCanEdit: canEditEvent(viewer, row),
    viewerCanCancel: canCancelEvent(viewer, row),
  };
}

/** What the viewer submitted, of any status, newest first. */
export function listOwnEvents(viewer: Viewer, page: Page): Paged<OwnEventView> {
  const { rows, total } = listOwnRows(viewer.id, page);
  return { rows: rows.map((row) => ownEventView(row, viewer)), total, ...page };
}

/** A pending event with everything that is needed to decide. */
export type PendingEventView = ReturnType<typeof pendingEventView>;

function pendingEventView(row: EventFullRow) {
  const { attendanceCount: _, cancelled: __, cancelReason: ___, ...event } = publicView(row);
  return {
    ...event,
    createdAt: row.createdAt,
    submitter: submitterOf(row),
    placing: placingView(row),
    /** See `SubmissionView`. */
    revision: row.updatedAt,
  };
}

/**
 * The pending events, soonest first.
 * @throws DomainError forbidden for anybody but an admin
 */
export function listPendingEvents(viewer: Viewer, page: Page): Paged<PendingEventView> {
  requireAdmin(viewer);
  const { rows, total } = listPendingRows(page);
  return { rows: rows.map(pendingEventView), total, ...page };
}

import { idRanges } from "~/db/id-ranges.server";
import { events } from "~/db/schema/index";
import { liveEventsById } from "~/db/scopes.server";
import { findHold } from "~/features/accounts/door/holding.server";
import { ADMINS_ONLY, requireStaff, type Viewer } from "~/features/accounts/policy";
import { type PlaceOfRow, placementView } from "~/features/places/queries.server";
import { DomainError } from "~/lib/errors";
import type { Paged, PageParams } from "~/lib/paging";
import { changedFields, proposedIn, toPublished, toRevision } from "./change";
import {
  canCancelEvent,
  canDecideEvent,
  canEditEvent,
  canSeeEvent,
  canSeeSubmission,
  DELETED_MEMBER,
  EVENT_NOT_FOUND,
  isLive,
  isReviewed,
  requireCancellable,
  requireEditable,
} from "./policy";
import { type EventFullRow, findFullRow, findPageRow, listOwnRows, listPendingRows } from "./rows.server";
import { formatSpan } from "./time/format";

/** Who submitted an event; the id is null once the account is deleted. */
export function submitterOf({ userId, submitterName }: Pick<EventFullRow, "userId" | "submitterName">) {
  return { id: userId === null ? null : String(userId), name: submitterName ?? DELETED_MEMBER };
}

/** What only the submitter, moderators and admins see of an event. */
export type SubmissionView = ReturnType<typeof submissionView>;

function submissionView(row: EventFullRow & { place: PlaceOfRow | null }, viewer: Viewer | null) {
  return {
    status: row.status,
    rejectionReason: row.rejectionReason,
    submitter: submitterOf(row),
    /** Time of the last change, ms: a decision names it, so that nobody approves what they have not read. */
    revision: toRevision(row, row.change),
    placement: placementView(row, row.place),
    /** Whether it is the viewer's. */
    own: viewer?.id === row.userId,
    change: changeView(row),
    held: heldView(Number(row.id)),
  };
}

/** What waits for review beside the event, or was not accepted there: the reason of a cancellation, a chosen place. */
function heldView(id: number) {
  const hold = findHold("event", id);
  if (!hold) return null;
  const { cancelReason, place } = hold.texts ?? {};
  return { cancelReason, place, refusedFor: hold.reason };
}

/** The change of an event as it is read: what it says now, and what it would say; null where there is none. */
export type ChangeView = ReturnType<typeof changeView>;

function changeView(row: EventFullRow) {
  if (row.change === null) return null;
  const { status, rejectionReason } = row.change;
  const next = { ...row, ...proposedIn(row.change) };
  const parts = changedFields(row, next)
    .filter((field) => field !== "endDate" || row.startDate === next.startDate)
    .map((field) =>
      field === "startDate" || field === "endDate"
        ? { field: "when" as const, before: formatSpan(row), after: formatSpan(next) }
        : { field, before: row[field], after: next[field] },
    );
  return { status, rejectionReason, parts };
}

function publicView(row: EventFullRow) {
  const { id, attendanceCount, cancelled, cancelReason } = row;
  return { id, ...toPublished(row), attendanceCount, cancelled, cancelReason };
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
    viewerCanDecide: canDecideEvent(viewer, row) && (row.change ?? row).status === "pending",
  };
}

/**
 * An event for its edit page, with the change that waits already where another one will wait too.
 * @throws DomainError not_found; forbidden for anybody but the submitter and, once it is approved, admins
 */
export function getEventToEdit(id: number, viewer: Viewer) {
  const row = findFullRow(id);
  if (!row) throw new DomainError("not_found", EVENT_NOT_FOUND);
  requireEditable(viewer, row);
  const reviewed = isReviewed(viewer, row);
  const change = reviewed ? row.change : null;
  return {
    id: row.id,
    ...toPublished(row),
    ...proposedIn(change),
    /** Whether a moderator or an admin has turned down what is shown, and why. */
    rejected: (change ?? row).status === "rejected",
    rejectionReason: (change ?? row).rejectionReason,
    live: isLive(row),
    reviewed,
  };
}

/** What an edit of an event starts from: with the change that waits, where the viewer's own would wait too. */
export function getEventTexts(id: number, viewer: Viewer | null) {
  const row = findFullRow(id);
  if (!row) throw new DomainError("not_found", EVENT_NOT_FOUND);
  const waits = viewer !== null && canEditEvent(viewer, row) && isReviewed(viewer, row);
  return { ...toPublished(row), ...proposedIn(waits ? row.change : null) };
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

export type OwnEventView = ReturnType<typeof ownEventView>;

function ownEventView(row: EventFullRow, viewer: Viewer) {
  const { id, title, startDate, endDate, location, category, image, status, rejectionReason } = row;
  const { cancelled, cancelReason } = row;
  return {
    ...{ id, title, startDate, endDate, location, category, image, status, rejectionReason, cancelled, cancelReason },
    placement: placementView(row),
    /** Of the change that waits, or was turned down; null where there is none. */
    change: row.change === null ? null : { status: row.change.status, rejectionReason: row.change.rejectionReason },
    viewerCanEdit: canEditEvent(viewer, row),
    viewerCanCancel: canCancelEvent(viewer, row),
  };
}

/** What the viewer submitted, of any status, newest first. */
export function listOwnEvents(viewer: Viewer, page: PageParams): Paged<OwnEventView> {
  const list = listOwnRows(viewer.id, page);
  return { ...list, rows: list.rows.map((row) => ownEventView(row, viewer)) };
}

/** A pending event, or a live one with a change, with everything that is needed to decide. */
export type PendingEventView = ReturnType<typeof pendingEventView>;

function pendingEventView(row: EventFullRow, viewer: Viewer) {
  return {
    id: row.id,
    ...toPublished(row),
    submitter: submitterOf(row),
    placement: placementView(row),
    /** See `SubmissionView`. */
    revision: toRevision(row, row.change),
    /** What is to be another; null where the event itself waits. */
    change: changeView(row),
    /** Since when it waits, ms. */
    createdAt: (row.change ?? row).createdAt,
    viewerCanDecide: canDecideEvent(viewer, row),
  };
}

/**
 * The pending events and the changes of live ones that wait, soonest first.
 * @throws DomainError forbidden for anybody but moderators and admins
 */
export function listPendingEvents(viewer: Viewer, page: PageParams): Paged<PendingEventView> {
  requireStaff(viewer, ADMINS_ONLY);
  const list = listPendingRows(page);
  return { ...list, rows: list.rows.map((row) => pendingEventView(row, viewer)) };
}

/** The approved events, past ones included, for the sitemap. */
export const eventRanges = idRanges(events, liveEventsById);

import { idRanges } from "~/db/id-ranges.server";
import { events } from "~/db/schema/index";
import { liveEventsById } from "~/db/scopes.server";
import { ADMINS_ONLY, requireStaff, type Viewer } from "~/features/accounts/policy";
import { findHold } from "~/features/holds/holding.server";
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
import { repeatView, seriesView } from "./series/queries.server";
import { formatSpan } from "./time/format";

/** The id is null once the account is deleted. */
export function submitterOf({ userId, submitterName }: Pick<EventFullRow, "userId" | "submitterName">) {
  return { id: userId, name: submitterName ?? DELETED_MEMBER };
}

/** For the submitter and staff only. */
export type SubmissionView = ReturnType<typeof submissionView>;

function submissionView(row: EventFullRow & { place: PlaceOfRow | null }, viewer: Viewer | null) {
  return {
    status: row.status,
    rejectionReason: row.rejectionReason,
    submitter: submitterOf(row),
    revision: toRevision(row, row.change),
    placement: placementView(row, row.place),
    own: viewer?.id === row.userId,
    change: changeView(row),
    held: heldView(row.id),
  };
}

/** Pending or refused texts besides the change: a cancellation reason, a chosen place. */
function heldView(id: number) {
  const hold = findHold("event", id);
  if (!hold) return null;
  const { cancelReason, place } = hold.texts ?? {};
  return { cancelReason, place, refusedFor: hold.reason };
}

/** Current and new values; null without a change. */
export type ChangeView = ReturnType<typeof changeView>;

function changeView(row: EventFullRow) {
  if (row.change === null) return null;
  const { status, rejectionReason, scope } = row.change;
  const next = { ...row, ...proposedIn(row.change) };
  const parts = changedFields(row, next)
    .filter((field) => field !== "endDate" || row.startDate === next.startDate)
    .map((field) =>
      field === "startDate" || field === "endDate"
        ? { field: "when" as const, before: formatSpan(row), after: formatSpan(next) }
        : { field, before: row[field], after: next[field] },
    );
  return { status, rejectionReason, scope: row.series === null ? null : scope, parts };
}

function publicView(row: EventFullRow) {
  const { id, attendanceCount, cancelled, cancelReason, moreDates } = row;
  return { id, ...toPublished(row), attendanceCount, cancelled, cancelReason, moreDates };
}

export type EventPageView = Omit<ReturnType<typeof getEventPage>, "place">;

/**
 * @returns also `place`, for nearby events; not sent to the browser
 * @throws DomainError not_found, also for another user's pending or rejected event (events README, Who sees what)
 */
export function getEventPage(id: number, viewer: Viewer | null) {
  const row = findPageRow(id);
  if (!row || !canSeeEvent(viewer, row)) throw new DomainError("not_found", EVENT_NOT_FOUND);
  return {
    ...publicView(row),
    place: row.place,
    submission: canSeeSubmission(viewer, row) ? submissionView(row, viewer) : null,
    /** In the calendar, and open for attendees. */
    live: isLive(row),
    viewerCanEdit: canEditEvent(viewer, row),
    viewerCanCancel: canCancelEvent(viewer, row),
    viewerCanDecide: canDecideEvent(viewer, row) && (row.change ?? row).status === "pending",
    series: seriesView(row),
  };
}

/**
 * With a pending change if the viewer's edit will be reviewed.
 * @throws DomainError not_found; forbidden except for the submitter and, once live, admins
 */
export function getEventToEdit(id: number, viewer: Viewer) {
  const row = findFullRow(id);
  if (!row) throw new DomainError("not_found", EVENT_NOT_FOUND);
  requireEditable(viewer, row);
  const isReviewedEvent = isReviewed(viewer, row);
  const change = isReviewedEvent ? row.change : null;
  return {
    id: row.id,
    ...toPublished(row),
    ...proposedIn(change),
    rejected: (change ?? row).status === "rejected",
    rejectionReason: (change ?? row).rejectionReason,
    live: isLive(row),
    reviewed: isReviewedEvent,
    moreDates: isLive(row) ? row.moreDates : 0,
    isFirstOfSeries: row.series !== null && !isLive(row),
    scope: change?.scope ?? ("one" as const),
  };
}

/** Before an edit, with a pending change if the viewer's edit will be reviewed. */
export function getEventTexts(id: number, viewer: Viewer | null) {
  const row = findFullRow(id);
  if (!row) throw new DomainError("not_found", EVENT_NOT_FOUND);
  const isPending = viewer !== null && canEditEvent(viewer, row) && isReviewed(viewer, row);
  return { ...toPublished(row), ...proposedIn(isPending ? row.change : null) };
}

/**
 * @returns also whether it still takes place
 * @throws DomainError see `requireCancellable`
 */
export function getEventToCancel(id: number, viewer: Viewer) {
  const row = findFullRow(id);
  if (!row) throw new DomainError("not_found", EVENT_NOT_FOUND);
  return { id: row.id, title: row.title, moreDates: row.moreDates, takesPlace: requireCancellable(viewer, row) };
}

export type OwnEventView = ReturnType<typeof ownEventView>;

function ownEventView(row: EventFullRow, viewer: Viewer) {
  const { id, title, startDate, endDate, location, category, image, status, rejectionReason } = row;
  const { cancelled, cancelReason, moreDates } = row;
  return {
    moreDates,
    ...{ id, title, startDate, endDate, location, category, image, status, rejectionReason, cancelled, cancelReason },
    placement: placementView(row),
    /** Of a pending or rejected change, or null. */
    change: row.change === null ? null : { status: row.change.status, rejectionReason: row.change.rejectionReason },
    viewerCanEdit: canEditEvent(viewer, row),
    viewerCanCancel: canCancelEvent(viewer, row),
  };
}

/** Of any status, newest first. */
export function listOwnEvents(viewer: Viewer, page: PageParams): Paged<OwnEventView> {
  const list = listOwnRows(viewer.id, page);
  return { ...list, rows: list.rows.map((row) => ownEventView(row, viewer)) };
}

export type PendingEventView = ReturnType<typeof pendingEventView>;

function pendingEventView(row: EventFullRow, viewer: Viewer) {
  return {
    id: row.id,
    ...toPublished(row),
    submitter: submitterOf(row),
    placement: placementView(row),
    revision: toRevision(row, row.change),
    /** Null if the event itself is pending. */
    change: changeView(row),
    /** Start of the wait, ms. */
    createdAt: (row.change ?? row).createdAt,
    viewerCanDecide: canDecideEvent(viewer, row),
    repeat: repeatView(row),
  };
}

/**
 * Also changes, soonest first.
 * @throws DomainError forbidden for non-staff
 */
export function listPendingEvents(viewer: Viewer, page: PageParams): Paged<PendingEventView> {
  requireStaff(viewer, ADMINS_ONLY);
  const list = listPendingRows(page);
  return { ...list, rows: list.rows.map((row) => pendingEventView(row, viewer)) };
}

/** Includes past ones, for the sitemap. */
export const eventRanges = idRanges(events, liveEventsById);

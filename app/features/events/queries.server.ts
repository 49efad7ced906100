import { asc, count, desc, eq, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { events, users } from "~/db/schema";
import { isAdmin, requireAdmin, type Viewer } from "~/features/accounts/policy";
import type { PlacingView } from "~/features/places/placing";
import { placingView } from "~/features/places/queries.server";
import { DomainError } from "~/lib/errors";
import { offsetOf, type Page, type Paged } from "~/lib/paging";
import type { EventStatus } from "./limits";
import { type EventCardView, eventCard } from "./list.server";
import {
  canEditEvent,
  canPlaceEvent,
  canSeeEvent,
  canSeeSubmission,
  DELETED_MEMBER,
  EVENT_NOT_FOUND,
  requireEditable,
} from "./policy";

/** Who submitted an event; the id is null once the account is deleted. */
export interface SubmitterView {
  id: string | null;
  name: string;
}

/** What only the submitter and admins see of an event. */
export interface SubmissionView {
  status: EventStatus;
  rejectionReason: string | null;
  submitter: SubmitterView;
  /** When what stands there was written, ms: a decision names it, so that nobody approves what they have not read. */
  revision: number;
  placing: PlacingView;
  viewerCanPlace: boolean;
}

/** An event's own page. */
export interface EventPageView extends EventCardView {
  url: string | null;
  fullDescription: string;
  submission: SubmissionView | null;
  /** Approved: in the calendar, and people can say that they come. */
  live: boolean;
  /** People who are shown as coming. */
  attendanceCount: number;
  viewerCanEdit: boolean;
  viewerCanDecide: boolean;
}

const details = { url: events.url, fullDescription: events.fullDescription };
const place = { placeId: events.placeId, placeText: events.placeText };

const submission = {
  status: events.status,
  rejectionReason: events.rejectionReason,
  userId: events.userId,
  submitterName: users.name,
  updatedAt: events.updatedAt,
  ...place,
};

interface SubmissionRow {
  status: EventStatus;
  rejectionReason: string | null;
  userId: number | null;
  submitterName: string | null;
  updatedAt: number;
  placeId: number | null;
  placeText: string | null;
}

/** Whoever submitted a row. */
export function submitterOf({ userId, submitterName }: Pick<SubmissionRow, "userId" | "submitterName">): SubmitterView {
  return { id: userId === null ? null : String(userId), name: submitterName ?? DELETED_MEMBER };
}

function submissionView(row: SubmissionRow, viewer: Viewer | null): SubmissionView {
  const { status, rejectionReason, updatedAt } = row;
  return {
    status,
    rejectionReason,
    submitter: submitterOf(row),
    revision: updatedAt,
    placing: placingView(row),
    viewerCanPlace: canPlaceEvent(viewer, row),
  };
}

function findRow(id: number) {
  return db()
    .select({ ...eventCard, ...details, ...submission, attendanceCount: events.attendanceCount })
    .from(events)
    .leftJoin(users, eq(users.id, events.userId))
    .where(eq(events.id, id))
    .get();
}

/**
 * An event as `viewer` may see it.
 * @returns beside that the place that the page looks around; it is not shown
 * @throws DomainError not_found, also for what is pending or rejected and somebody else's (events README, Who sees what)
 */
export function getEventPage(id: number, viewer: Viewer | null): EventPageView & { placeId: number | null } {
  const row = findRow(id);
  if (!row || !canSeeEvent(viewer, row)) throw new DomainError("not_found", EVENT_NOT_FOUND);
  const { status, rejectionReason, userId, submitterName, updatedAt, placeText, ...shown } = row;
  return {
    ...shown,
    submission: canSeeSubmission(viewer, row) ? submissionView(row, viewer) : null,
    live: status === "approved",
    viewerCanEdit: canEditEvent(viewer, row),
    viewerCanDecide: isAdmin(viewer) && status === "pending",
  };
}

/**
 * An event for its edit page.
 * @throws DomainError not_found; forbidden for anybody but the submitter; conflict once it is approved
 */
export function getEventToEdit(id: number, viewer: Viewer): EventPageView {
  const row = findRow(id);
  if (!row) throw new DomainError("not_found", EVENT_NOT_FOUND);
  requireEditable(viewer, row);
  const { placeId: _, ...event } = getEventPage(id, viewer);
  return event;
}

/** A line of "My submissions". */
export interface OwnEventView extends EventCardView {
  status: EventStatus;
  rejectionReason: string | null;
  placing: PlacingView;
  viewerCanEdit: boolean;
}

/** What the viewer submitted, newest first, whatever became of it. */
export function listOwnEvents(viewer: Viewer, page: Page): Paged<OwnEventView> {
  const own = eq(events.userId, viewer.id);
  const rows = db()
    .select({ ...eventCard, ...place, status: events.status, rejectionReason: events.rejectionReason })
    .from(events)
    .where(own)
    .orderBy(desc(events.id))
    .limit(page.limit)
    .offset(offsetOf(page))
    .all();
  const total = db().select({ total: count() }).from(events).where(own).get()?.total ?? 0;
  const withRights = rows.map(({ placeId, placeText, ...row }) => ({
    ...row,
    placing: placingView({ placeId, placeText }),
    viewerCanEdit: canEditEvent(viewer, { status: row.status, userId: viewer.id }),
  }));
  return { rows: withRights, total, ...page };
}

/** An event that waits for a decision, with everything that is needed to decide. */
export interface PendingEventView extends EventCardView {
  url: string | null;
  fullDescription: string;
  submitter: SubmitterView;
  placing: PlacingView;
  revision: number;
  createdAt: number;
}

/**
 * The events that wait for a decision, soonest first: those are the ones that cannot wait.
 * @throws DomainError forbidden for anybody but an admin
 */
export function listPendingEvents(viewer: Viewer, page: Page): Paged<PendingEventView> {
  requireAdmin(viewer);
  const pending = eq(events.status, "pending");
  const rows = db()
    .select({
      ...eventCard,
      ...details,
      ...place,
      userId: sql<number | null>`${events.userId}`,
      submitterName: sql<string | null>`${users.name}`,
      revision: events.updatedAt,
      createdAt: events.createdAt,
    })
    .from(events)
    .leftJoin(users, eq(users.id, events.userId))
    .where(pending)
    .orderBy(asc(events.startDate), asc(events.id))
    .limit(page.limit)
    .offset(offsetOf(page))
    .all();
  const total = db().select({ total: count() }).from(events).where(pending).get()?.total ?? 0;
  const views = rows.map(({ userId, submitterName, placeId, placeText, ...row }) => ({
    ...row,
    submitter: submitterOf({ userId, submitterName }),
    placing: placingView({ placeId, placeText }),
  }));
  return { rows: views, total, ...page };
}

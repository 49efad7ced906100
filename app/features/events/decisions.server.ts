import { eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { eventChanges, events, users } from "~/db/schema";
import { ADMINS_ONLY, requireStaff, type Viewer } from "~/features/accounts/policy";
import { CASE_MESSAGES } from "~/features/cases/limits";
import { wantsOwnMail } from "~/features/notifications/mail/notify-mails.server";
import { notifyAttendees, notifyDecision } from "~/features/notifications/notify.server";
import { DomainError } from "~/lib/errors";
import { NO_PRECONDITION, type Precondition } from "~/lib/revision.server";
import { now } from "~/lib/time";
import { removeImages } from "~/services/images/files.server";
import { unreferencedImages } from "~/services/images/references.server";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { type ChangeRow, type EventRow, proposedIn, toRevision } from "./change";
import { forgetChange, nextRevision } from "./changes.server";
import { holdEventTexts } from "./holding.server";
import { EVENT_MESSAGES } from "./limits";
import { EVENT_MAIL } from "./mails.server";
import { canDecideEvent, EVENT_NOT_FOUND, isLive, OWN_EVENT, requireCancellable } from "./policy";
import { addDates, endSeries, listLaterDates } from "./series/dates.server";
import { publishToDates } from "./series/publish.server";
import type { Scope } from "./series/schema.server";

type Decision = "approved" | "rejected";

const ACTIONS = { approved: "event.approve", rejected: "event.reject" } as const;

const DONE = {
  event: { approved: EVENT_MESSAGES.approved, rejected: EVENT_MESSAGES.rejected },
  change: { approved: EVENT_MESSAGES.changeApproved, rejected: EVENT_MESSAGES.changeRejected },
};

/**
 * Approves a pending event or a live one's change; logs the decision and mails the submitter, unless switched off
 * (events README, States). Repeating changes nothing. A replaced picture is deleted after the transaction.
 * @param revision `toRevision` as displayed; undefined decides on the current version
 * @returns the message to show
 * @throws DomainError forbidden for non-staff, and for a moderator about staff; not_found; conflict for the viewer's
 *   own event, and if it was rejected or edited since
 */
export async function approveEvent(
  viewer: Viewer,
  id: number,
  revision?: number,
  precondition = NO_PRECONDITION,
): Promise<string> {
  const { done, unused } = decide(viewer, id, "approved", precondition, revision);
  await removeImages("photos", unused);
  return done;
}

/**
 * The submitter reads the reason and may resubmit; a live event stays unchanged. Repeating changes nothing, not even
 * the reason.
 * @returns the message to show
 * @throws DomainError like `approveEvent`; conflict if it was approved or edited since
 */
export function rejectEvent(
  viewer: Viewer,
  id: number,
  reason = "",
  revision?: number,
  precondition = NO_PRECONDITION,
): string {
  return decide(viewer, id, "rejected", precondition, revision, reason).done;
}

function decide(
  viewer: Viewer,
  id: number,
  status: Decision,
  precondition: Precondition,
  revision?: number,
  reason = "",
) {
  requireStaff(viewer, ADMINS_ONLY);
  return transaction(() => {
    const row = db()
      .select({ event: events, email: users.email, submitterRole: users.role, change: eventChanges })
      .from(events)
      .leftJoin(users, eq(users.id, events.userId))
      .leftJoin(eventChanges, eq(eventChanges.eventId, events.id))
      .where(eq(events.id, id))
      .get();
    if (!row) throw new DomainError("not_found", EVENT_NOT_FOUND);
    const { event, email, submitterRole, change } = row;
    if (!canDecideEvent(viewer, { ...event, submitterRole })) {
      if (event.userId === viewer.id) throw new DomainError("conflict", OWN_EVENT);
      throw new DomainError("forbidden", CASE_MESSAGES.staff);
    }
    precondition();
    const isOfChange = change !== null && (change.status === "pending" || revision !== undefined);
    const ofChange = isLive(event) && isOfChange ? change : null;
    const subject = ofChange ? "change" : "event";
    const done = { done: DONE[subject][status], unused: [] as string[] };
    const { status: before } = ofChange ?? event;
    if (before === status) return done;
    if (before !== "pending") throw new DomainError("conflict", `This ${subject} has already been ${before}.`);
    if (revision !== undefined && revision !== toRevision(event, change)) {
      throw new DomainError("conflict", "This event was changed in the meantime. Please look at it again.");
    }
    const decision = { status, rejectionReason: reason === "" ? null : reason };
    if (ofChange) done.unused = decideChange(viewer, event, ofChange, decision);
    else decideEvent(viewer, event, decision);
    const { userId } = event;
    notifyDecision({ id, userId }, ofChange ? `change ${status}` : status, viewer.id);
    const isMailed = userId !== null && wantsOwnMail(userId, "decision");
    if (isMailed && email !== null) enqueueMail(EVENT_MAIL[subject][status], email, { eventId: id, reason });
    return done;
  });
}

interface Decided {
  status: Decision;
  rejectionReason: string | null;
}

function decideEvent(viewer: Viewer, event: EventRow, decision: Decided): void {
  const { id, status: before, sequence, seriesId } = event;
  const { status } = decision;
  // Subscribed calendars must notice the publication.
  const published = { sequence: status === "approved" ? sequence + 1 : sequence };
  const row = { ...decision, ...published, decidedAt: now(), updatedAt: now() };
  db().update(events).set(row).where(eq(events.id, id)).run();
  if (status === "approved" && seriesId !== null) addDates(seriesId);
  recordDecision(viewer, id, decision, { before: { status: before }, after: { status } });
}

/** @returns images without references */
function decideChange(viewer: Viewer, event: EventRow, change: ChangeRow, decision: Decided): string[] {
  if (decision.status === "rejected") {
    const { rejectionReason } = decision;
    const row = { status: "rejected" as const, rejectionReason, updatedAt: nextRevision(event, change) };
    db().update(eventChanges).set(row).where(eq(eventChanges.eventId, event.id)).run();
    recordDecision(viewer, event.id, decision, { before: { change: "pending" }, after: { change: "rejected" } });
    return [];
  }
  const next = { startDate: event.startDate, endDate: event.endDate, ...proposedIn(change) };
  // An admin may have made the same change meanwhile.
  const replaced = publishToDates(viewer, event, next, {
    scope: change.scope,
    imageBytes: change.image === null ? event.imageBytes : change.imageBytes,
    updatedAt: nextRevision(event, change),
    decision: { action: ACTIONS.approved, by: event.userId },
  });
  forgetChange(event.id);
  return unreferencedImages("photos", replaced);
}

function recordDecision(
  viewer: Viewer,
  id: number,
  { status, rejectionReason }: Decided,
  change: { before: Record<string, string>; after: Record<string, string> },
): void {
  const reason = rejectionReason === null ? {} : { reason: rejectionReason };
  recordAdminAction(viewer, { action: ACTIONS[status], subjectType: "event", subjectId: id, ...change, ...reason });
}

/**
 * Permanent. The event stays visible as cancelled, and attendees are notified (events README, Cancelling). Repeating
 * changes nothing, not even the reason. Logged if an admin cancels another user's event.
 * @param reason public, for a new member after review; may be empty
 * @param scope with `later` all later dates too, and the series ends
 * @returns whether the reason waits for review
 * @throws DomainError see `requireCancellable`
 */
export function cancelEvent(viewer: Viewer, id: number, reason = "", scope: Scope = "one"): boolean {
  return transaction(() => {
    const event = db().select().from(events).where(eq(events.id, id)).get();
    if (!event) throw new DomainError("not_found", EVENT_NOT_FOUND);
    if (!requireCancellable(viewer, event)) return false;
    const isPending = reason !== "" && holdEventTexts(viewer, event, { cancelReason: reason });
    const cancelled = { cancelledAt: now(), cancelReason: reason === "" || isPending ? null : reason };
    const later = scope === "later" ? listLaterDates(event).filter(({ cancelledAt }) => cancelledAt === null) : [];
    for (const date of [event, ...later]) {
      const revised = { sequence: date.sequence + 1, updatedAt: nextRevision(date, null) };
      const row = { ...cancelled, ...revised };
      db().update(events).set(row).where(eq(events.id, date.id)).run();
      if (viewer.id !== event.userId) {
        recordAdminAction(viewer, {
          action: "event.cancel",
          subjectType: "event",
          subjectId: date.id,
          before: { cancelled: false },
          after: { cancelled: true },
          ...(reason === "" ? {} : { reason }),
        });
      }
      notifyAttendees(date.id, "cancelled", viewer.id);
    }
    if (scope === "later" && event.seriesId !== null) endSeries(event.seriesId);
    return isPending;
  });
}

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
import { forgetChange, nextRevision, publishChange, writeEvent } from "./changes.server";
import { holdEventTexts } from "./holding.server";
import { EVENT_MESSAGES } from "./limits";
import { EVENT_MAIL } from "./mails.server";
import { canDecideEvent, EVENT_NOT_FOUND, isLive, OWN_EVENT, requireCancellable } from "./policy";

type Decision = "approved" | "rejected";

const ACTIONS = { approved: "event.approve", rejected: "event.reject" } as const;

const DONE = {
  event: { approved: EVENT_MESSAGES.approved, rejected: EVENT_MESSAGES.rejected },
  change: { approved: EVENT_MESSAGES.changeApproved, rejected: EVENT_MESSAGES.changeRejected },
};

/**
 * Makes a pending event live, or what is to be changed of a live one; logs that and mails the submitter, if they want it
 * (events README, States). Repeating it is harmless. The picture that a new one replaces is removed after the transaction.
 * @param revision `toRevision` as the admin saw it; omitted, the event or what waits of it is decided as it is by now
 * @returns what to say
 * @throws DomainError forbidden for anybody but moderators and admins, for a moderator about staff; not_found; conflict where it was rejected or edited since
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
 * Turns a pending event down, or what is to be changed of a live one, which stays as it was; the submitter reads the
 * reason, where there is one, and may edit and resubmit. Repeating it is harmless, and changes no reason.
 * @returns what to say
 * @throws DomainError forbidden for anybody but moderators and admins, for a moderator about staff; not_found; conflict where it was approved or edited since
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
    const what = ofChange ? "change" : "event";
    const done = { done: DONE[what][status], unused: [] as string[] };
    const { status: before } = ofChange ?? event;
    if (before === status) return done;
    if (before !== "pending") throw new DomainError("conflict", `This ${what} has already been ${before}.`);
    if (revision !== undefined && revision !== toRevision(event, change)) {
      throw new DomainError("conflict", "This event was changed in the meantime. Please look at it again.");
    }
    const decision = { status, rejectionReason: reason === "" ? null : reason };
    if (ofChange) done.unused = decideChange(viewer, event, ofChange, decision);
    else decideEvent(viewer, event, decision);
    const { userId } = event;
    notifyDecision({ id, userId }, ofChange ? `change ${status}` : status, viewer.id);
    const isMailed = userId !== null && wantsOwnMail(userId, "decision");
    if (isMailed && email !== null) enqueueMail(EVENT_MAIL[what][status], email, { eventId: id, reason });
    return done;
  });
}

interface Decided {
  status: Decision;
  rejectionReason: string | null;
}

function decideEvent(viewer: Viewer, { id, status: before, sequence }: EventRow, decision: Decided): void {
  const { status } = decision;
  // Going live is a published change, which subscribed calendars must notice.
  const published = { sequence: status === "approved" ? sequence + 1 : sequence };
  const row = { ...decision, ...published, decidedAt: now(), updatedAt: now() };
  db().update(events).set(row).where(eq(events.id, id)).run();
  recordDecision(viewer, id, decision, { before: { status: before }, after: { status } });
}

/** @returns images that no row names any more */
function decideChange(viewer: Viewer, event: EventRow, change: ChangeRow, decision: Decided): string[] {
  if (decision.status === "rejected") {
    const { rejectionReason } = decision;
    const row = { status: "rejected" as const, rejectionReason, updatedAt: nextRevision(event, change) };
    db().update(eventChanges).set(row).where(eq(eventChanges.eventId, event.id)).run();
    recordDecision(viewer, event.id, decision, { before: { change: "pending" }, after: { change: "rejected" } });
    return [];
  }
  const next = { startDate: event.startDate, endDate: event.endDate, ...proposedIn(change) };
  // Where an admin has said the same meanwhile, nothing is left to publish.
  if (publishChange(viewer, event, next, { action: ACTIONS.approved, by: event.userId })) {
    const imageBytes = change.image === null ? event.imageBytes : change.imageBytes;
    const updatedAt = nextRevision(event, change);
    writeEvent(event, next, { imageBytes, updatedAt, sequence: event.sequence + 1 });
  }
  forgetChange(event.id);
  return event.image === null ? [] : unreferencedImages("photos", [event.image]);
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
 * Cancels a live event for good; it stays visible as cancelled, and everybody who goes is told (events README,
 * Cancelling). Repeating it is harmless, and changes no reason. An admin's cancelling of somebody else's is logged.
 * @param reason everybody reads it, a new member's once it is reviewed; empty for none
 * @returns whether the reason waits for review
 * @throws DomainError not_found; forbidden for anybody but the submitter and admins; conflict unless it is live, or once
 *   it is over
 */
export function cancelEvent(viewer: Viewer, id: number, reason = ""): boolean {
  return transaction(() => {
    const event = db().select().from(events).where(eq(events.id, id)).get();
    if (!event) throw new DomainError("not_found", EVENT_NOT_FOUND);
    if (!requireCancellable(viewer, event)) return false;
    const waits = reason !== "" && holdEventTexts(viewer, event, { cancelReason: reason });
    const cancelled = { cancelledAt: now(), cancelReason: reason === "" || waits ? null : reason };
    const revised = { sequence: event.sequence + 1, updatedAt: nextRevision(event, null) };
    db()
      .update(events)
      .set({ ...cancelled, ...revised })
      .where(eq(events.id, id))
      .run();
    if (viewer.id !== event.userId) {
      recordAdminAction(viewer, {
        action: "event.cancel",
        subjectType: "event",
        subjectId: id,
        before: { cancelled: false },
        after: { cancelled: true },
        ...(reason === "" ? {} : { reason }),
      });
    }
    notifyAttendees(id, "cancelled", viewer.id);
    return waits;
  });
}

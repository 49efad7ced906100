import { eq, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { events, users } from "~/db/schema";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { notifyDecision } from "~/features/notifications/notify.server";
import { isMailedAtOnce } from "~/features/notifications/notify-mail.server";
import { DomainError } from "~/lib/errors";
import { now } from "~/lib/time";
import { recordAdminAct } from "~/services/log/audit-log.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import type { EventStatus } from "./limits";
import { EVENT_MAIL } from "./mails.server";
import { EVENT_NOT_FOUND } from "./policy";

type Decision = Exclude<EventStatus, "pending">;

const ACTIONS: Record<Decision, string> = { approved: "event.approve", rejected: "event.reject" };

/**
 * Makes a pending event live, logs that and mails the submitter, if they want it (events README, States). Repeating it is harmless.
 * @param revision `updatedAt` as the admin saw it; omitted, any state is decided
 * @throws DomainError forbidden for anybody but an admin; not_found; conflict where it was rejected or edited since
 */
export function approveEvent(viewer: Viewer, id: number, revision?: number): void {
  decide(viewer, id, "approved", { revision });
}

/**
 * Turns a pending event down; the submitter reads the reason, where there is one, and may edit and resubmit. Repeating
 * it is harmless, and changes no reason.
 * @throws DomainError forbidden for anybody but an admin; not_found; conflict where it was approved or edited since
 */
export function rejectEvent(viewer: Viewer, id: number, reason = "", revision?: number): void {
  decide(viewer, id, "rejected", { reason, revision });
}

function decide(
  viewer: Viewer,
  id: number,
  status: Decision,
  { reason = "", revision }: { reason?: string; revision?: number | undefined },
): void {
  requireAdmin(viewer);
  transaction(() => {
    const event = getDecisionRow(id);
    if (event.status === status) return;
    if (event.status !== "pending") {
      throw new DomainError("conflict", `This event has been ${event.status} already.`);
    }
    if (revision !== undefined && revision !== event.updatedAt) {
      throw new DomainError("conflict", "This event was changed in the meantime. Please look at it again.");
    }
    const rejectionReason = reason === "" ? null : reason;
    db()
      .update(events)
      .set({
        status,
        rejectionReason,
        decidedAt: now(),
        updatedAt: now(),
        // Going live is a published change, which subscribed calendars must notice.
        sequence: status === "approved" ? sql`${events.sequence} + 1` : undefined,
      })
      .where(eq(events.id, id))
      .run();
    recordAdminAct(viewer, {
      action: ACTIONS[status],
      subjectType: "event",
      subjectId: id,
      before: { status: event.status },
      after: { status },
      ...(rejectionReason === null ? {} : { reason: rejectionReason }),
    });
    notifyDecision({ id, userId: event.userId }, status, viewer.id);
    const isMailed = event.userId !== null && isMailedAtOnce(event.userId, "decision");
    if (isMailed && event.email !== null) enqueueMail(EVENT_MAIL[status], event.email, { eventId: id, reason });
  });
}

function getDecisionRow(id: number) {
  const row = db()
    .select({ status: events.status, updatedAt: events.updatedAt, userId: events.userId, email: users.email })
    .from(events)
    .leftJoin(users, eq(users.id, events.userId))
    .where(eq(events.id, id))
    .get();
  if (!row) throw new DomainError("not_found", EVENT_NOT_FOUND);
  return row;
}

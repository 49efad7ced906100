import { eq, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { events } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { notifyGoers } from "~/features/notifications/notify.server";
import { DomainError } from "~/lib/errors";
import { now } from "~/lib/time";
import { recordAdminAct } from "~/services/log/audit-log.server";
import { EVENT_NOT_FOUND, requireCancellable } from "./policy";

/**
 * Cancels a live event for good; it stays visible as cancelled, and everybody who goes is told (events README,
 * Cancelling). Repeating it is harmless, and changes no reason. An admin's cancelling of somebody else's is logged.
 * @param reason everybody reads it; empty for none
 * @throws DomainError not_found; forbidden for anybody but the submitter and admins; conflict unless it is live, or once
 *   it is over
 */
export function cancelEvent(viewer: Viewer, id: number, reason = ""): void {
  transaction(() => {
    const event = db().select().from(events).where(eq(events.id, id)).get();
    if (!event) throw new DomainError("not_found", EVENT_NOT_FOUND);
    if (!requireCancellable(viewer, event)) return;
    const cancelledAt = now();
    db()
      .update(events)
      .set({
        cancelledAt,
        cancelReason: reason === "" ? null : reason,
        sequence: sql`${events.sequence} + 1`,
        updatedAt: Math.max(cancelledAt, event.updatedAt + 1),
      })
      .where(eq(events.id, id))
      .run();
    if (viewer.id !== event.userId) {
      recordAdminAct(viewer, {
        action: "event.cancel",
        subjectType: "event",
        subjectId: id,
        before: { cancelled: false },
        after: { cancelled: true },
        ...(reason === "" ? {} : { reason }),
      });
    }
    notifyGoers(id, "cancelled", viewer.id);
  });
}

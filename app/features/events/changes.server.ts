import { eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { eventChanges, events } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { notifyAttendees, notifyStaff } from "~/features/notifications/notify.server";
import { replaceLocation } from "~/features/places/placement.server";
import { fold } from "~/lib/text";
import { now } from "~/lib/time";
import { recordAdminAction } from "~/services/log/audit-log.server";
import {
  type ChangeRow,
  changedFields,
  type EventRow,
  type Next,
  PUBLISHED,
  type Published,
  proposedIn,
  toRevision,
} from "./change";
import { isOver } from "./time/wall-clock";

/** Attendees are notified of these. */
const NOTIFIED_FIELDS: readonly (keyof Published)[] = ["startDate", "endDate", "location"];

/**
 * Logs a change of a live event and notifies attendees of a new date, time or place, unless it is cancelled or stays
 * over. Called in the writing transaction, before the write.
 * @param decision `by` is the change's author, who gets no notification
 * @returns whether anything changes
 */
export function publishChange(
  viewer: Viewer,
  event: EventRow,
  next: Next,
  decision: { action: "event.edit" | "event.approve"; by: number | null },
): boolean {
  const fields = changedFields(event, next);
  if (fields.length === 0) return false;
  recordAdminAction(viewer, {
    action: decision.action,
    subjectType: "event",
    subjectId: event.id,
    before: Object.fromEntries(fields.map((field) => [field, event[field]])),
    after: Object.fromEntries(fields.map((field) => [field, next[field]])),
  });
  const matters = event.cancelledAt === null && !(isOver(event) && isOver(next));
  if (matters && fields.some((field) => NOTIFIED_FIELDS.includes(field)))
    notifyAttendees(event.id, "changed", decision.by);
  return true;
}

/** Also derived columns. A new location is geocoded. */
export function writeEvent(
  event: EventRow,
  next: Next,
  values: Pick<EventRow, "imageBytes" | "updatedAt"> & Partial<EventRow>,
): void {
  const text = { titleFolded: fold(next.title ?? event.title) };
  const place = replaceLocation(next.location ?? event.location, event.placeText);
  db()
    .update(events)
    .set({ ...next, ...text, ...place, ...values })
    .where(eq(events.id, event.id))
    .run();
}

/** Pending or rejected. */
export function findChange(eventId: number): ChangeRow | null {
  return db().select().from(eventChanges).where(eq(eventChanges.eventId, eventId)).get() ?? null;
}

/** Always later than the previous edit. */
export function nextRevision(event: EventRow, change: ChangeRow | null): number {
  return Math.max(now(), toRevision(event, change) + 1);
}

/**
 * Stores a submitter's change of a live event on top of an earlier pending one, and notifies staff. Deletes it if
 * nothing differs any more. Called in a transaction.
 * @param imageBytes of a new picture
 * @returns whether a change is pending
 */
export function proposeChange(event: EventRow, next: Next, imageBytes: number, scope: ChangeRow["scope"]): boolean {
  const before = findChange(event.id);
  const changedValues = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
  const proposal: Published = { ...event, ...proposedIn(before), ...changedValues };
  const fieldSet = new Set(changedFields(event, proposal));
  if (fieldSet.size === 0) {
    forgetChange(event.id);
    return false;
  }
  // They are meaningful only together.
  if (fieldSet.has("startDate") || fieldSet.has("endDate")) fieldSet.add("startDate").add("endDate");
  const fields = PUBLISHED.map((field) => [field, fieldSet.has(field) ? (proposal[field] ?? "") : null]);
  const updatedAt = nextRevision(event, before);
  const pendingChange = { imageBytes, scope, status: "pending" as const, rejectionReason: null, updatedAt };
  const row = { ...Object.fromEntries(fields), ...pendingChange };
  db()
    .insert(eventChanges)
    .values({ eventId: event.id, createdAt: updatedAt, ...row })
    .onConflictDoUpdate({ target: eventChanges.eventId, set: row })
    .run();
  if (before?.status !== "pending") notifyStaff("events", event.userId);
  return true;
}

/** Called in a transaction. */
export function forgetChange(eventId: number): void {
  db().delete(eventChanges).where(eq(eventChanges.eventId, eventId)).run();
}

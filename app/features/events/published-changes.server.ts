import type { events } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { notifyGoers } from "~/features/notifications/notify.server";
import { recordAdminAct } from "~/services/log/audit-log.server";
import { isOver, type Span } from "./time/wall-clock";

type EventRow = typeof events.$inferSelect;

/** What everybody reads of an event. */
const PUBLISHED = [
  "title",
  "startDate",
  "endDate",
  "location",
  "category",
  "url",
  "shortDescription",
  "fullDescription",
  "image",
] as const satisfies (keyof EventRow)[];

type Published = Pick<EventRow, (typeof PUBLISHED)[number]>;

/** Those of which everybody who goes is told. */
const TOLD: readonly (keyof Published)[] = ["startDate", "endDate", "location"];

/**
 * Logs an admin's change of a live event, and tells those who go where its date, time or place is another one; nobody,
 * where the event is cancelled or was and is over. To be called in the writing transaction, before the write.
 * @param next what it will be; undefined stays as it is
 * @returns whether anything changes
 */
export function publishChange(
  viewer: Viewer,
  stored: EventRow,
  next: { [Field in keyof Published]?: Published[Field] | undefined } & Span,
): boolean {
  const changed = PUBLISHED.filter((field) => next[field] !== undefined && next[field] !== stored[field]);
  if (changed.length === 0) return false;
  recordAdminAct(viewer, {
    action: "event.edit",
    subjectType: "event",
    subjectId: stored.id,
    before: Object.fromEntries(changed.map((field) => [field, stored[field]])),
    after: Object.fromEntries(changed.map((field) => [field, next[field]])),
  });
  const matters = stored.cancelledAt === null && !(isOver(stored) && isOver(next));
  if (matters && changed.some((field) => TOLD.includes(field))) notifyGoers(stored.id, "changed", viewer.id);
  return true;
}

import type { Viewer } from "~/features/accounts/policy";
import { invalidField } from "~/lib/errors";
import { changedFields, type EventRow, type Next, type Published } from "../change";
import { findChange, nextRevision, publishChange, writeEvent } from "../changes.server";
import { EVENT_MESSAGES } from "../limits";
import { toDay } from "../time/wall-clock";
import { listLaterDates, moveSpan } from "./dates.server";
import type { Scope } from "./schema.server";

const TIMES: readonly (keyof Published)[] = ["startDate", "endDate"];

/** @throws DomainError invalid if all later dates would move to another day */
export function requireSameDay({ seriesId, startDate }: EventRow, next: Next, scope: Scope): void {
  if (scope === "later" && seriesId !== null && toDay(next.startDate) !== toDay(startDate))
    throw invalidField("startDate", EVENT_MESSAGES.otherDay);
}

/** Keeps what was edited for this date alone. */
function nextOfLater(date: EventRow, next: Next, fields: readonly (keyof Published)[]): Next {
  const copied = fields.filter((field) => !date.ownFields?.includes(field));
  const texts = copied.filter((field) => !TIMES.includes(field)).map((field) => [field, next[field]]);
  const { startDate, endDate } = date;
  const span = copied.some((field) => TIMES.includes(field))
    ? moveSpan(next, toDay(startDate))
    : { startDate, endDate };
  return { ...Object.fromEntries(texts), ...span };
}

interface Publication {
  scope: Scope;
  imageBytes: number;
  updatedAt: number;
  decision: Parameters<typeof publishChange>[3];
}

/**
 * Publishes a change of a live event, with `later` also of its later dates. Called in a transaction.
 * @returns the replaced pictures
 */
export function publishToDates(
  viewer: Viewer,
  event: EventRow,
  next: Next,
  { scope, imageBytes, updatedAt, decision }: Publication,
): string[] {
  const changed = changedFields(event, next);
  const fields = changed.some((field) => TIMES.includes(field)) ? [...new Set([...changed, ...TIMES])] : changed;
  if (!publishChange(viewer, event, next, decision)) return [];
  const isOwn = scope === "one" && event.seriesId !== null;
  const own = isOwn ? { ownFields: [...new Set([...(event.ownFields ?? []), ...fields])] } : {};
  writeEvent(event, next, { imageBytes, updatedAt, sequence: event.sequence + 1, ...own });
  const replaced = [event.image];
  for (const date of scope === "one" ? [] : listLaterDates(event)) {
    const nextOfDate = nextOfLater(date, next, fields);
    if (!publishChange(viewer, date, nextOfDate, decision)) continue;
    const bytes = nextOfDate.image === undefined ? date.imageBytes : 0;
    const revised = { updatedAt: nextRevision(date, findChange(date.id)), sequence: date.sequence + 1 };
    writeEvent(date, nextOfDate, { imageBytes: bytes, ...revised });
    replaced.push(date.image);
  }
  return replaced.filter((image) => image !== null);
}

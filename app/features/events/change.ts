import type { eventChanges, events } from "~/db/schema";
import type { Span } from "./time/wall-clock";

// A submitter's change to a live event waits for review in its own row, one per event (events README, Changes).

export type EventRow = typeof events.$inferSelect;

export type ChangeRow = typeof eventChanges.$inferSelect;

export const PUBLISHED = [
  "title",
  "startDate",
  "endDate",
  "location",
  "category",
  "url",
  "shortDescription",
  "fullDescription",
  "image",
] as const satisfies (keyof EventRow & keyof ChangeRow)[];

export type Published = Pick<EventRow, (typeof PUBLISHED)[number]>;

export const toPublished = (row: Published): Published =>
  Object.fromEntries(PUBLISHED.map((field) => [field, row[field]])) as Published;

/** Undefined: no change. */
export type Next = { [Field in keyof Published]?: Published[Field] | undefined } & Span;

export function changedFields(current: Published, next: Next): (keyof Published)[] {
  return PUBLISHED.filter((field) => next[field] !== undefined && next[field] !== current[field]);
}

/** Cleared ones are stored as "", because null in the row means unchanged. */
const OPTIONAL: readonly (keyof Published)[] = ["url", "image"];

export function proposedIn(change: ChangeRow | null): Partial<Published> {
  if (change === null) return {};
  const fields = PUBLISHED.filter((field) => change[field] !== null);
  return Object.fromEntries(
    fields.map((field) => [field, change[field] === "" && OPTIONAL.includes(field) ? null : change[field]]),
  );
}

/** Rises with every edit. Staff send it with a decision, so that an unread edit is refused. */
export function toRevision(event: Pick<EventRow, "updatedAt">, change: Pick<ChangeRow, "updatedAt"> | null): number {
  return Math.max(event.updatedAt, change?.updatedAt ?? 0);
}

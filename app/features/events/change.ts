import type { eventChanges, events } from "~/db/schema";
import type { Span } from "./time/wall-clock";

// What an edit changes of an event. A change that the submitter of a live one wants waits in a row of its own, one an
// event (events README, Changes).

export type EventRow = typeof events.$inferSelect;

export type ChangeRow = typeof eventChanges.$inferSelect;

/** What everybody reads of an event. */
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

/** What an event will be; undefined stays as it is. */
export type Next = { [Field in keyof Published]?: Published[Field] | undefined } & Span;

/** The fields that will be others than they are. */
export function changedFields(stored: Published, next: Next): (keyof Published)[] {
  return PUBLISHED.filter((field) => next[field] !== undefined && next[field] !== stored[field]);
}

/** These may become nothing, which the row keeps as an empty text: null says there that they stay. */
const OPTIONAL: readonly (keyof Published)[] = ["url", "image"];

/** What a change makes of the fields that it changes. */
export function proposedIn(change: ChangeRow | null): Partial<Published> {
  if (change === null) return {};
  const fields = PUBLISHED.filter((field) => change[field] !== null);
  return Object.fromEntries(
    fields.map((field) => [field, change[field] === "" && OPTIONAL.includes(field) ? null : change[field]]),
  );
}

/**
 * What a decision names, so that nobody approves what they have not read: it rises with every edit of the event and of its
 * change.
 */
export function toRevision(event: Pick<EventRow, "updatedAt">, change: Pick<ChangeRow, "updatedAt"> | null): number {
  return Math.max(event.updatedAt, change?.updatedAt ?? 0);
}

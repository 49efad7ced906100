import { and, eq, ne, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { events } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { findHold, holdTexts } from "~/features/holds/holding.server";
import { chooseLocation } from "~/features/places/placement.server";
import { now } from "~/lib/time";
import { findPlace } from "~/services/geocoder/geocoder.server";
import type { EventRow } from "./change";
import { findChange, nextRevision } from "./changes.server";

/**
 * For a live event: a cancellation reason, and a chosen place as text and id (empty for no position), with its
 * location.
 */
type HeldEventTexts = Partial<Record<"cancelReason" | "place" | "placeId" | "location", string>>;

/**
 * For new members. Called in a transaction.
 * @returns whether they wait; else the caller writes them
 */
export function holdEventTexts(viewer: Viewer, event: EventRow, texts: HeldEventTexts): boolean {
  if (viewer.id !== event.userId) return false;
  return holdTexts(viewer, "event", event.id, { ...findHold("event", event.id)?.texts, ...texts });
}

/** Drops a place if the event's location has changed, or the gazetteer no longer has it. */
export function writeHeldTexts(id: number, { cancelReason, place, location, placeId }: HeldEventTexts): void {
  const event = db().select().from(events).where(eq(events.id, id)).get();
  if (!event) return;
  const newPlaceId = placeId ? Number(placeId) : null;
  const isKnown = newPlaceId === null || newPlaceId === event.placeId || findPlace(newPlaceId) !== undefined;
  const isPlace = place !== undefined && location === event.location && isKnown;
  const placement = isPlace ? chooseLocation(newPlaceId, location, event.placeId) : {};
  const reason = cancelReason !== undefined && event.cancelledAt !== null ? { cancelReason } : {};
  if (cancelReason !== undefined && event.seriesId !== null && event.cancelledAt !== null) {
    const isOfSeries = and(eq(events.seriesId, event.seriesId), eq(events.cancelledAt, event.cancelledAt));
    const sequence = sql`${events.sequence} + 1`;
    db()
      .update(events)
      .set({ cancelReason, sequence, updatedAt: now() })
      .where(and(isOfSeries, ne(events.id, id)))
      .run();
  }
  const revised = { sequence: event.sequence + 1, updatedAt: nextRevision(event, findChange(id)) };
  db()
    .update(events)
    .set({ ...placement, ...reason, ...revised })
    .where(eq(events.id, id))
    .run();
}

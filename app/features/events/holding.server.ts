import { eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { events } from "~/db/schema";
import { findHold, holdTexts } from "~/features/accounts/door/holding.server";
import type { Viewer } from "~/features/accounts/policy";
import { chooseLocation } from "~/features/places/placement.server";
import { findPlace } from "~/services/geocoder/geocoder.server";
import type { EventRow } from "./change";
import { findChange, nextRevision } from "./changes.server";

/**
 * What may wait of a live event beside its change: the reason of its cancellation, and a chosen place in words and by its
 * id (empty for no position), with the location that it was chosen for.
 */
type HeldEventTexts = Partial<Record<"cancelReason" | "place" | "placeId" | "location", string>>;

/**
 * Keeps what a new member says about a live event until staff have read it. To be called in a transaction.
 * @returns whether it waits; else it is to be written
 */
export function holdEventTexts(viewer: Viewer, event: EventRow, texts: HeldEventTexts): boolean {
  if (viewer.id !== event.userId) return false;
  return holdTexts(viewer, "event", event.id, { ...findHold("event", event.id)?.texts, ...texts });
}

/** Writes what waited. A place is dropped where the event has another location by now, or the gazetteer has lost it. */
export function writeHeldTexts(id: number, { cancelReason, place, location, placeId }: HeldEventTexts): void {
  const event = db().select().from(events).where(eq(events.id, id)).get();
  if (!event) return;
  const chosen = placeId ? Number(placeId) : null;
  const isKnown = chosen === null || chosen === event.placeId || findPlace(chosen) !== undefined;
  const isPlace = place !== undefined && location === event.location && isKnown;
  const placement = isPlace ? chooseLocation(chosen, location, event.placeId) : {};
  const reason = cancelReason !== undefined && event.cancelledAt !== null ? { cancelReason } : {};
  const revised = { sequence: event.sequence + 1, updatedAt: nextRevision(event, findChange(id)) };
  db()
    .update(events)
    .set({ ...placement, ...reason, ...revised })
    .where(eq(events.id, id))
    .run();
}

import { eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { events } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { findHold } from "~/features/holds/holding.server";
import { type PlaceChoiceView, placementText } from "~/features/places/placement";
import { chooseLocation, listPlaceChoices } from "~/features/places/placement.server";
import { placementView } from "~/features/places/queries.server";
import { DomainError } from "~/lib/errors";
import { findTimeZone } from "~/services/geocoder/geocoder.server";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { findChange, nextRevision } from "./changes.server";
import { holdEventTexts } from "./holding.server";
import { EVENT_NOT_FOUND, isLive, requireEditable } from "./policy";
import { isAllDay } from "./time/wall-clock";

function getPlaceable(viewer: Viewer, id: number) {
  const row = db().select().from(events).where(eq(events.id, id)).get();
  if (!row) throw new DomainError("not_found", EVENT_NOT_FOUND);
  requireEditable(viewer, row);
  return row;
}

/** @throws DomainError not_found; forbidden, see `canEditEvent` */
export function getEventPlaces(id: number, viewer: Viewer, search: string): PlaceChoiceView & { title: string } {
  const event = getPlaceable(viewer, id);
  return { title: event.title, ...listPlaceChoices(event, search) };
}

/**
 * The place stays until the location is edited, and the decision stays (events README, Place). A new time zone raises
 * the calendar sequence. Logged if an admin corrects another user's event. A new member's choice for a live event may
 * need review.
 * @param placeId id in the gazetteer; null for no position
 * @throws DomainError not_found; forbidden, see `canEditEvent`; invalid for an unknown place
 */
export function placeEvent(viewer: Viewer, id: number, placeId: number | null): void {
  transaction(() => {
    const event = getPlaceable(viewer, id);
    const placement = chooseLocation(placeId, event.location, event.placeId);
    const isAnother = placement.placeId !== event.placeId || findHold("event", id)?.texts?.place !== undefined;
    if (isAnother && isLive(event)) {
      const place = placementText(placementView(placement));
      const texts = { place, location: event.location, placeId: String(placement.placeId ?? "") };
      if (holdEventTexts(viewer, event, texts)) return;
    }
    const isMoved = findTimeZone(placement.placeId) !== findTimeZone(event.placeId);
    const notifiesAttendees = isMoved && event.status !== "pending" && !isAllDay(event.startDate);
    const revised = notifiesAttendees
      ? { sequence: event.sequence + 1, updatedAt: nextRevision(event, findChange(id)) }
      : {};
    db()
      .update(events)
      .set({ ...placement, ...revised })
      .where(eq(events.id, id))
      .run();
    if (viewer.id === event.userId || placement.placeId === event.placeId) return;
    recordAdminAction(viewer, {
      action: "event.place",
      subjectType: "event",
      subjectId: id,
      before: { place: placementText(placementView(event)) },
      after: { place: placementText(placementView(placement)) },
    });
  });
}

import { eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { garages } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { listPlaceChoices } from "~/features/places/choice-queries.server";
import { chooseLocation } from "~/features/places/location-columns.server";
import type { PlaceChoiceView } from "~/features/places/placing";
import { now } from "~/lib/time";
import { getOwnGarage } from "./queries.server";

/**
 * What its owner may choose from as the place of a garage.
 * @param search what towns were looked for, as it was typed
 * @throws DomainError not_found; forbidden where it is somebody else's
 */
export function getGaragePlaces(id: number, viewer: Viewer, search: string): PlaceChoiceView & { name: string } {
  const garage = getOwnGarage(id, viewer);
  return { name: garage.name, ...listPlaceChoices(garage, search) };
}

/**
 * Places a garage where its owner says. It stays there until the location is written anew.
 * @param placeId of the gazetteer; null for no position
 * @throws DomainError not_found; forbidden where it is somebody else's; invalid for a place nobody knows
 */
export function placeGarage(viewer: Viewer, id: number, placeId: number | null): void {
  transaction(() => {
    const { location, placeId: before } = getOwnGarage(id, viewer);
    db()
      .update(garages)
      .set({ ...chooseLocation(placeId, location, before), updatedAt: now() })
      .where(eq(garages.id, id))
      .run();
  });
}

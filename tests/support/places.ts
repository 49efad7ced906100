import type { EventCategory } from "~/features/events/limits";
import { storePlace } from "~/features/places/placement.server";
import { makeEvent } from "./events";

let serial = 1_000_000;

/** @returns its id */
export function makeTown(lat: number, lng: number, name = `Town ${serial}`): number {
  serial += 1;
  const town = { id: serial, kind: "town" as const, name, region: "", country: "GB", lat, lng };
  return storePlace({ ...town, label: `${name}, United Kingdom` });
}

/**
 * Approved, on one day or several.
 * @returns their ids
 */
export function makeTownEvents(
  placeId: number,
  days: (string | [string, string])[],
  category: EventCategory = "Club Meetup",
): number[] {
  return days.map((span) => {
    const [startDate, endDate] = typeof span === "string" ? [span, span] : span;
    return makeEvent(null, { placeId, startDate, endDate, category }).id;
  });
}

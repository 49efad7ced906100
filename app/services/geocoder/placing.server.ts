import { findKeptPlace, keepPlace } from "~/db/places.server";
import { invalidField } from "~/lib/errors";
import { PLACE_MESSAGES, type PlacingView } from "~/lib/placing";
import { findPlace, geocode } from "./geocoder.server";

/** Where a garage or an event stands, as its row keeps it. */
export interface Placing {
  /** Null where the text names no place, or one of several. */
  placeId: number | null;
  placeText: string;
}

/**
 * Looks a location up, once, when it is written (decisions, Map search: never a wrong city). To be called in the
 * writing transaction; the place is kept with it.
 */
export function placeLocation(location: string): Placing {
  const found = geocode(location);
  return { placeId: found.found === "place" ? keepPlace(found.place) : null, placeText: location };
}

/**
 * What a write changes of a row's place: nothing as long as the location is the one that was looked up, so that what
 * a person chose stays until the text changes. To be called in the writing transaction.
 * @param placeText the row's so far; null where it was never looked up
 */
export function replaceLocation(location: string, placeText: string | null): Partial<Placing> {
  return location === placeText ? {} : placeLocation(location);
}

/**
 * What a person's own choice makes of a row: the place stands for `location` from now on. To be called in the writing
 * transaction.
 * @param placeId of the gazetteer; null for no position
 * @param before the place so far, which may be chosen again even where the gazetteer has lost it
 * @throws DomainError invalid where the gazetteer does not know the place
 */
export function chooseLocation(placeId: number | null, location: string, before: number | null): Placing {
  if (placeId === null || placeId === before) return { placeId, placeText: location };
  const place = findPlace(placeId);
  if (!place) throw invalidField("placeId", PLACE_MESSAGES.unknown);
  return { placeId: keepPlace(place), placeText: location };
}

/** How a row's place is told to whoever may change it. */
export function placingView({ placeId, placeText }: { placeId: number | null; placeText: string | null }): PlacingView {
  const place = placeId === null ? undefined : findKeptPlace(placeId);
  if (place) return { at: place.kind, label: place.label };
  const found = placeText === null ? undefined : geocode(placeText);
  // By what the largest of them is called.
  const name = found?.found === "several" ? found.alternatives[0]?.name : undefined;
  return name === undefined ? { at: "nowhere" } : { at: "several", name };
}

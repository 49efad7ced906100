import { keepPlace } from "~/db/places.server";
import { geocode } from "./geocoder.server";

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

import { findStoredPlace } from "~/features/places/queries.server";
import { mapAddress } from "./address";

/** The map's address around the place of a garage or an event; null where it has none. */
export function findMapAddress(placeId: number | null): string | null {
  const place = placeId === null ? undefined : findStoredPlace(placeId);
  return place === undefined ? null : mapAddress({ place: place.label });
}

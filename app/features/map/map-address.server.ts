import { findStoredPlace } from "~/features/places/queries.server";
import { mapAddress } from "./address";

/** The page's address around where a garage or an event was placed; null where it was not. */
export function findMapAddress(placeId: number | null): string | null {
  const place = placeId === null ? undefined : findStoredPlace(placeId);
  return place === undefined ? null : mapAddress({ place: place.label });
}

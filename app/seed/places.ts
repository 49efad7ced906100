import { type Placement, placeLocation } from "~/features/places/placement.server";

/**
 * Places sample locations like written ones, each text once a run: there are few of them, whatever the size. To be
 * called in the writing transaction.
 */
export function placer(): (location: string) => Placement {
  const placed = new Map<string, Placement>();
  return (location) => {
    const known = placed.get(location) ?? placeLocation(location);
    placed.set(location, known);
    return known;
  };
}

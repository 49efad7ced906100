import { type Placing, placeLocation } from "~/features/places/placing.server";

/**
 * Places sample locations like written ones, each text once a run: there are few of them, whatever the size. To be
 * called in the writing transaction.
 */
export function placer(): (location: string) => Placing {
  const placed = new Map<string, Placing>();
  return (location) => {
    const known = placed.get(location) ?? placeLocation(location);
    placed.set(location, known);
    return known;
  };
}

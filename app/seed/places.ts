import { type Placement, placeLocation } from "~/features/places/placement.server";

/** Each text once per run, because there are few. Call it in the writing transaction. */
export function placer(): (location: string) => Placement {
  const placed = new Map<string, Placement>();
  return (location) => {
    const known = placed.get(location) ?? placeLocation(location);
    placed.set(location, known);
    return known;
  };
}

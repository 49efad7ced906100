import { type Placement, placeLocation } from "~/features/places/placement.server";

/** Each text once per run, because there are few. Call it in the writing transaction. */
export function createPlacer(): (location: string) => Placement {
  const placements = new Map<string, Placement>();
  return (location) => {
    const placement = placements.get(location) ?? placeLocation(location);
    placements.set(location, placement);
    return placement;
  };
}

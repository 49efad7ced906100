/** Characters that the fields of a garage may have. */
export const GARAGE_LIMITS = { name: 100, location: 120, address: 200, description: 5000, search: 100 } as const;

/** Under the box that puts the garage on the map. */
export const MAP_HINT = "We place it at the centre of your town, never closer.";

/** Under the box that publishes the address. */
export const ADDRESS_WARNING = "Everyone on the internet will see the address you enter here, on your garage's page.";

export const ADDRESS_REQUIRED = "Please enter the public address, or untick the box.";

/** The sorts of the contract and what people call them. */
export const GARAGE_SORTS = [
  ["-createdAt", "Newest"],
  ["createdAt", "Oldest"],
  ["-vehicleCount", "Most Vehicles"],
] as const;

export type GarageSort = (typeof GARAGE_SORTS)[number][0];

export const DEFAULT_SORT: GarageSort = "-createdAt";

/** The sort that `text` names, or undefined where it is none of the contract's. */
export function findSort(text: string): GarageSort | undefined {
  return GARAGE_SORTS.find(([value]) => value === text)?.[0];
}

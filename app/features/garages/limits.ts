/** Characters. */
export const GARAGE_LIMITS = {
  name: 100,
  location: 120,
  address: 200,
  description: 5000,
  search: 100,
  make: 60,
} as const;

export const MAP_HINT = "We place it at the centre of your town, never closer.";

export const ADDRESS_WARNING = "Everyone on the internet will see the address you enter here, on your garage’s page.";

export const ADDRESS_REQUIRED = "Please enter the public address, or untick the box.";

export const GARAGE_SORTS = [
  ["-createdAt", "Newest"],
  ["createdAt", "Oldest"],
  ["-vehicleCount", "Most Vehicles"],
] as const;

export type GarageSort = (typeof GARAGE_SORTS)[number][0];

export const DEFAULT_SORT: GarageSort = "-createdAt";

export function findSort(text: string): GarageSort | undefined {
  return GARAGE_SORTS.find(([value]) => value === text)?.[0];
}

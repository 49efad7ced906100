/** What the list of all vehicles is narrowed to, and its order; what is left out is not asked for. */
export interface VehicleFilter {
  make?: string | undefined;
  model?: string | undefined;
  /** The first and the last year. */
  from?: number | undefined;
  to?: number | undefined;
  condition?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
}

/** The orders of the list of all vehicles, the first where none is asked for, and their names. */
export const VEHICLE_SORTS = [
  ["-createdAt", "Recently added"],
  ["createdAt", "Oldest additions"],
  ["-likes", "Most liked"],
  ["-year", "Latest year"],
  ["year", "Earliest year"],
] as const;

export type VehicleSort = (typeof VEHICLE_SORTS)[number][0];

export const DEFAULT_VEHICLE_SORT: VehicleSort = "-createdAt";

const MEMBERS = ["make", "model", "from", "to", "condition", "q", "sort", "page"] as const;

const DEFAULTS: Partial<Record<string, string>> = { sort: DEFAULT_VEHICLE_SORT, page: "1" };

/** What is said of a choice in an address, in the one order that it has; without what is empty or goes without saying. */
export function filterParams(choice: { [member in (typeof MEMBERS)[number]]?: string | number | undefined }) {
  return MEMBERS.flatMap((member): [name: string, value: string][] => {
    const value = String(choice[member] ?? "").trim();
    return value === "" || value === DEFAULTS[member] ? [] : [[member, value]];
  });
}

/** The one address of a choice of vehicles. */
export function vehiclesUrl(choice: Parameters<typeof filterParams>[0]): string {
  const params = new URLSearchParams(filterParams(choice));
  return params.size > 0 ? `/vehicles?${params}` : "/vehicles";
}

export interface VehicleFilter {
  make?: string | undefined;
  model?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  condition?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
}

export const VEHICLE_SORTS = [
  ["-createdAt", "Recently added"],
  ["createdAt", "Added: oldest first"],
  ["-likes", "Most liked"],
  ["-year", "Year: newest first"],
  ["year", "Year: oldest first"],
] as const;

export type VehicleSort = (typeof VEHICLE_SORTS)[number][0];

export const DEFAULT_VEHICLE_SORT: VehicleSort = "-createdAt";

const MEMBERS = ["make", "model", "from", "to", "condition", "q", "sort", "page"] as const;

const DEFAULTS: Partial<Record<string, string>> = { sort: DEFAULT_VEHICLE_SORT, page: "1" };

/** In canonical order, without empty and default values. */
export function filterParams(choice: { [member in (typeof MEMBERS)[number]]?: string | number | undefined }) {
  return MEMBERS.flatMap((member): [name: string, value: string][] => {
    const value = String(choice[member] ?? "").trim();
    return value === "" || value === DEFAULTS[member] ? [] : [[member, value]];
  });
}

/** Canonical. */
export function vehiclesUrl(choice: Parameters<typeof filterParams>[0]): string {
  const params = new URLSearchParams(filterParams(choice));
  return params.size > 0 ? `/vehicles?${params}` : "/vehicles";
}

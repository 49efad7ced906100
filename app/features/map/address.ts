/** In the order of the URL. */
const MAP_FIELDS = [
  "place",
  "near",
  "at",
  "radius",
  "kind",
  "category",
  "from",
  "to",
  "units",
  "unplaced",
  "map",
  "page",
] as const;

export type TypedMapSearch = Record<(typeof MAP_FIELDS)[number], string>;

/** A named place overrides the garage and position of the previous search. */
export function searchValues(params: { get(name: string): unknown }): TypedMapSearch {
  const text = (name: string) => String(params.get(name) ?? "");
  const search = Object.fromEntries(MAP_FIELDS.map((name) => [name, text(name)])) as TypedMapSearch;
  return search.place.trim() === "" ? search : { ...search, near: "", at: "" };
}

/** Every state is a URL (map README, Rules); empty members are omitted. */
export function mapAddress(search: Partial<TypedMapSearch>): string {
  const params = new URLSearchParams();
  for (const name of MAP_FIELDS) {
    const value = search[name]?.trim() ?? "";
    if (value !== "") params.set(name, value);
  }
  // Both are allowed in a query, and readable unescaped.
  const query = String(params).replaceAll("%2F", "/").replaceAll("%2C", ",");
  return query === "" ? "/map-search" : `/map-search?${query}`;
}

/** Null without a place. */
export function mapUrl(place: { label: string } | null): string | null {
  return place === null ? null : mapAddress({ place: place.label });
}

/** "" for the search's own viewport; from the list's first page. */
export function pannedUrl(search: TypedMapSearch, map: string): string {
  return mapAddress({ ...search, map, unplaced: "", page: "" });
}

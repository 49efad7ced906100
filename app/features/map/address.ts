/** Everything that an address of the page may say, in the order in which it is written. */
export const MAP_FIELDS = [
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

/** A search as it stands in the address: all text, as it was typed. */
export type TypedMapSearch = Record<(typeof MAP_FIELDS)[number], string>;

/** What an address says. A place that is named wins over the garage and the position of the search before. */
export function typedSearch(params: URLSearchParams): TypedMapSearch {
  const typed = Object.fromEntries(MAP_FIELDS.map((name) => [name, params.get(name) ?? ""])) as TypedMapSearch;
  return typed.place.trim() === "" ? typed : { ...typed, near: "", at: "" };
}

/** The page's address for a search (every state is a URL; map README, Rules), empty members left out. */
export function mapAddress(search: Partial<TypedMapSearch>): string {
  const params = new URLSearchParams();
  for (const name of MAP_FIELDS) {
    const value = search[name]?.trim() ?? "";
    if (value !== "") params.set(name, value);
  }
  // A query may hold both as they are, and people read addresses.
  const query = String(params).replaceAll("%2F", "/").replaceAll("%2C", ",");
  return query === "" ? "/map-search" : `/map-search?${query}`;
}

/** The same search on another map, or back on its own one (`map` empty): its list begins anew. */
export function movedAddress(search: TypedMapSearch, map: string): string {
  return mapAddress({ ...search, map, unplaced: "", page: "" });
}

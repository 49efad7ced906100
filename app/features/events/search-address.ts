export type EventsView = "upcoming" | "past" | "month";

export interface TypedEventSearch {
  title: string;
  category: string;
  from: string;
  to: string;
  near: string;
  radius: string;
  /** "1" for events without a map position; submitting the form clears it. */
  unplaced: string;
}

/** Without empty parameters, and without `radius` if there is no place. */
export function searchParams(search: Partial<TypedEventSearch>): [name: string, value: string][] {
  const radius = search.near?.trim() ? (["radius"] as const) : [];
  return (["title", "category", "from", "to", "near", ...radius, "unplaced"] as const).flatMap(
    (name): [string, string][] => {
      const value = search[name]?.trim() ?? "";
      return value === "" ? [] : [[name, value]];
    },
  );
}

export function eventsAddress(view: EventsView, search: Partial<TypedEventSearch>, month?: string): string {
  const params = new URLSearchParams();
  if (view === "past") params.set("past", "1");
  if (view === "month") params.set("view", "month");
  if (view === "month" && month !== undefined) params.set("month", month);
  const fields = view === "month" ? { ...search, from: "", to: "" } : search;
  for (const [name, value] of searchParams(fields)) params.set(name, value);
  return params.size > 0 ? `/events?${params}` : "/events";
}

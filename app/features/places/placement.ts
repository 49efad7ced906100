/** What became of a garage's or an event's location on the map, for whoever may say otherwise. */
export type PlacementView =
  | { at: "town" | "region" | "country"; label: string }
  /** The text is ambiguous: there are several towns of that name. */
  | { at: "several"; name: string }
  | { at: "nowhere" };

/** A place that somebody may choose: what the form sends, and how it is shown. */
export interface PlaceOption {
  id: string;
  label: string;
  /** Tells places with the same label apart; may be empty. */
  region: string;
}

/** What the page shows that lets somebody choose a place. */
export interface PlaceChoiceView {
  /** What the owner wrote. */
  location: string;
  /** The id of the place so far, or `NOWHERE`; null where nobody chose and the text did not tell. */
  current: string | null;
  /** The place so far first, then what the text may mean. */
  options: PlaceOption[];
  /** What was looked for, and the towns found: those that are no option yet. */
  q: string;
  found: PlaceOption[];
}

/** What the form sends for a thing that is not to be on the map. */
export const NOWHERE = "none";

export const PLACE_LIMITS = { search: 100 } as const;

export const PLACE_MESSAGES = {
  saved: "Position saved.",
  failed: "Failed to save the position.",
  required: "Please choose a place, or “Without a map position”.",
  unknown: "We do not know that place. Please choose one from the list.",
} as const;

/** Where something stands, in words: "Placed near Birmingham, United Kingdom". */
export function placementText(placement: PlacementView): string {
  switch (placement.at) {
    case "town":
      return `Placed near ${placement.label}`;
    case "region":
    case "country":
      return `Placed somewhere in ${placement.label}`;
    case "several":
      return `There are several places called ${placement.name}`;
    case "nowhere":
      return "Without a map position";
  }
}

/** Whether there is a place that can be changed, rather than one to be chosen. */
export function isPlaced(placement: PlacementView): boolean {
  return "label" in placement;
}

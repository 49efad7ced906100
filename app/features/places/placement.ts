/** The result of geocoding a garage or event, for users who may change it. */
export type PlacementView =
  | { at: "town" | "region" | "country"; label: string }
  /** The text is ambiguous. */
  | { at: "several"; name: string }
  | { at: "nowhere" };

/** A place to choose, with its form value. */
export interface PlaceOption {
  id: string;
  label: string;
  /** Distinguishes equal labels; may be empty. */
  region: string;
}

/** The choice of a place on its page. */
export interface PlaceChoiceView {
  /** The owner's text. */
  location: string;
  /** Id of the current place, or `NOWHERE`; null if nothing was chosen and the text is ambiguous. */
  current: string | null;
  /** The current place first, then possible meanings of the text. */
  options: PlaceOption[];
  /** The search, and the towns found that are not in `options`. */
  q: string;
  found: PlaceOption[];
}

/** The form's value for no map position. */
export const NOWHERE = "none";

export const PLACE_LIMITS = { search: 100 } as const;

export const PLACE_MESSAGES = {
  saved: "Position saved.",
  failed: "Failed to save the position.",
  required: "Please choose a place, or “Without a map position”.",
  unknown: "We do not know that place. Please choose one from the list.",
} as const;

/** "Placed near Birmingham, United Kingdom". */
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

/** Whether a place is set: the link then reads "change" instead of "choose". */
export function isPlaced(placement: PlacementView): boolean {
  return "label" in placement;
}

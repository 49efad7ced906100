/** For users who may change the garage or event. */
export type PlacementView =
  | { at: "town" | "region" | "country"; label: string }
  /** Ambiguous. */
  | { at: "several"; name: string }
  | { at: "nowhere" };

export interface PlaceOption {
  id: string;
  label: string;
  /** Distinguishes equal labels; may be empty. */
  region: string;
}

export interface PlaceChoiceView {
  /** The owner's text. */
  location: string;
  /** Id, or `NOWHERE`; null if nothing was chosen and the text is ambiguous. */
  current: string | null;
  /** The current place first, then possible meanings of the text. */
  options: PlaceOption[];
  /** The search; `found` omits towns in `options`. */
  q: string;
  found: PlaceOption[];
}

/** No map position. */
export const NOWHERE = "none";

export const PLACE_LIMITS = { search: 100 } as const;

export const PLACE_MESSAGES = {
  saved: "Position saved.",
  failed: "Failed to save the position.",
  required: "Please choose a place, or “Without a map position”.",
  unknown: "We do not know that place. Please choose one from the list.",
} as const;

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

/** The link then reads "change" instead of "choose". */
export function isPlaced(placement: PlacementView): boolean {
  return "label" in placement;
}

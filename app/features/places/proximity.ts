/** km. */
export const DEFAULT_RADIUS_KM = 100;

/** km. */
export const RADII_KM = [10, 25, 50, 100, 250, 500] as const;

/** Characters, and km. */
export const PROXIMITY_LIMITS = { place: 120, radius: 1_000 } as const;

export const PROXIMITY_MESSAGES = {
  unknown: "We do not know that place. Try the town’s name with its country, such as Birmingham, UK.",
  radius: `The radius must be a whole number from 1 to ${PROXIMITY_LIMITS.radius} km.`,
} as const;

/**
 * Fixed choices, the default, and the requested radius.
 * @returns km, and the requested one; "" is the default, without a parameter
 */
export function radiusChoices(
  radius: string,
  defaultRadius = DEFAULT_RADIUS_KM,
): { radii: number[]; selected: string } {
  const requested = /^[1-9]\d{0,3}$/.test(radius.trim()) ? Number(radius) : defaultRadius;
  const validRadius = requested <= PROXIMITY_LIMITS.radius ? requested : defaultRadius;
  const radii = [...new Set([...RADII_KM, defaultRadius, validRadius])].sort((a, b) => a - b);
  return { radii, selected: validRadius === defaultRadius ? "" : String(validRadius) };
}

/** Shown with a list near a place; the complete list has its own address. */
export const UNPLACED_SHOWN = 5;

interface Somewhere {
  kind: "town" | "region" | "country";
  label: string;
  region: string;
}

const countryOf = (label: string) => label.slice(label.lastIndexOf(", ") + 2);

/** "somewhere in England, United Kingdom, or elsewhere in the country", for items without a map position. */
export function unplacedText({ kind, label, region }: Somewhere): string {
  if (kind === "country") return `somewhere in ${label}`;
  if (kind === "town" && region === "") return "somewhere in the country";
  return `somewhere in ${kind === "region" ? label : `${region}, ${countryOf(label)}`}, or elsewhere in the country`;
}

/** Letters. */
export const SUGGEST_TOWNS_FROM = 2;

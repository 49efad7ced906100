import type { Point } from "~/lib/geo";

/** What the gazetteer knows: a town, or the region or country that a text falls back to. */
export interface Place extends Point {
  /** A town's GeoNames id; regions and countries have negative ones. */
  id: number;
  kind: "town" | "region" | "country";
  name: string;
  /** Its first-level region, such as "England"; empty for a country. */
  region: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** How it is shown: "Birmingham, GB", "Springfield, Illinois, US", "England, GB", "United Kingdom". */
  label: string;
  population: number;
}

/** What became of a text. */
export type Geocoded =
  | { found: "place"; place: Place; alternatives: Place[] }
  /** Several towns it may be, largest first; nobody may guess. */
  | { found: "several"; alternatives: Place[] }
  | { found: "nothing" };

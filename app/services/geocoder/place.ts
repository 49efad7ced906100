import type { Point } from "~/lib/geo";

/** A place of the gazetteer: a town, or the region or country that a text falls back to. */
export interface Place extends Point {
  /** A town's GeoNames id; regions and countries have negative ones. */
  id: number;
  kind: "town" | "region" | "country";
  name: string;
  /** Its first-level region, such as "England"; empty for a country. */
  region: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Display name: "Birmingham, United Kingdom", "Springfield, Illinois, United States", "England, United Kingdom", "United Kingdom". */
  label: string;
  population: number;
}

/** The result of geocoding. */
export type Geocoded =
  | { found: "place"; place: Place; alternatives: Place[] }
  /** Ambiguous: the candidates, largest first. */
  | { found: "several"; alternatives: Place[] }
  | { found: "nothing" };

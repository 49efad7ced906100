import { distanceKm, type Point } from "~/lib/geo";
import { dominant, sift } from "./choose";
import { findRow, listNamed, listStartingWith, listTownsAround, toPlace } from "./gazetteer.server";
import { nameKey } from "./names";
import type { Geocoded, Place } from "./place";

/**
 * The town, region or country that a text names, or nothing: never a wrong one (decisions, Map search).
 * @param text as people type it, such as "Digbeth, Birmingham, UK"
 */
export function geocode(text: string): Geocoded {
  const [first = ""] = text.split(",");
  const towns = listNamed(nameKey(first)).filter(({ kind, by }) => kind === "town" && by !== "code");
  const [exact] = towns.filter(({ label }) => label === text.trim());
  const sifted = sift(towns.map((town) => ({ ...town, own: town.by === "own" })));
  const place = exact ?? dominant(sifted);
  const alternatives = sifted.filter(({ id }) => id !== place?.id).map(toPlace);
  if (place) return { found: "place", place: toPlace(place), alternatives };
  return alternatives.length > 0 ? { found: "several", alternatives } : { found: "nothing" };
}

/** A place by its id in the gazetteer. */
export function findPlace(id: number): Place | undefined {
  const row = findRow(id);
  return row && toPlace(row);
}

/**
 * Towns that a person who typed `text` may choose from, largest first: named so, or starting so.
 * @param limit how many at most
 */
export function suggestPlaces(text: string, limit: number): Place[] {
  const [first = ""] = text.split(",");
  const rows = [...listNamed(nameKey(first)), ...listStartingWith(first, 50)];
  const towns = new Map(rows.filter(({ kind }) => kind === "town").map((row) => [row.id, toPlace(row)]));
  return [...towns.values()].sort((a, b) => b.population - a.population).slice(0, limit);
}

/** How far around a point towns are looked for, in square degrees. */
const REACHES = [1, 3];

/** The town nearest to a point; none far out at sea or in a desert. */
export function nearestTown(point: Point): Place | undefined {
  for (const reach of REACHES) {
    const [nearest] = listTownsAround(point, reach)
      .map((row) => ({ row, km: distanceKm(point, row) }))
      .sort((a, b) => a.km - b.km);
    if (nearest) return toPlace(nearest.row);
  }
  return undefined;
}

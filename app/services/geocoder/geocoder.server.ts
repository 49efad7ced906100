import { distanceKm, type Point } from "~/lib/geo";
import { decide } from "./decide";
import { findRow, listSpotsAround, listStartingWith, type Named, type PlaceRow, toPlace } from "./gazetteer.server";
import { readItems } from "./items.server";
import type { Geocoded, Place } from "./place";
import { isConsistent } from "./relations";

/** More places than that are no choice. */
const MAX_ALTERNATIVES = 10;

/**
 * The town, region or country that a text names. Strict: never a wrong town, rather a choice, a region, or nothing
 * (places README, Never a wrong town).
 * @param text as people type it, such as "Digbeth, Birmingham, UK"
 */
export function geocode(text: string): Geocoded {
  const { place, others } = decide(readItems(text));
  const alternatives = distinctPlaces(others).slice(0, MAX_ALTERNATIVES);
  if (place) return { found: "place", place: toPlace(place), alternatives };
  return alternatives.length > 0 ? { found: "several", alternatives } : { found: "nothing" };
}

/** A place by its id in the gazetteer. */
export function findPlace(id: number): Place | undefined {
  const row = findRow(id);
  return row && toPlace(row);
}

/**
 * Towns that a person who typed `text` may choose from: those that something in it names or begins to name, first
 * those that lie in the regions and countries it names, then by size.
 * @param limit how many at most
 */
export function suggestPlaces(text: string, limit: number): Place[] {
  const items = readItems(text);
  const [first = ""] = text.split(",");
  const [word = ""] = first.trim().split(/\s+/);
  const fitting = items.flatMap(({ towns }, at) => towns.filter((town) => isConsistent(town, items, at)));
  const named = items.flatMap(({ towns }) => towns);
  const begun = [...listStartingWith(first, limit), ...(word === first.trim() ? [] : listStartingWith(word, limit))];
  const bySize = (rows: Named[]) => [...rows].sort((a, b) => b.population - a.population);
  const whole = items.some(({ towns }) => towns.length > 0);
  const rows = [...bySize(fitting), ...(whole ? [] : bySize(begun)), ...bySize([...named, ...begun])];
  return distinctPlaces(rows).slice(0, limit);
}

function distinctPlaces(rows: PlaceRow[]): Place[] {
  return [...new Map(rows.map((row) => [row.id, toPlace(row)])).values()];
}

/** How far around a point towns are looked for, in square degrees. */
const REACHES = [1, 3];

/** The town nearest to a point; none far out at sea or in a desert. */
export function nearestTown(point: Point): Place | undefined {
  for (const reach of REACHES) {
    const [nearest] = listSpotsAround(point, reach)
      .map((spot) => ({ id: spot.id, km: distanceKm(point, spot) }))
      .sort((a, b) => a.km - b.km);
    if (nearest) return findPlace(nearest.id);
  }
  return undefined;
}

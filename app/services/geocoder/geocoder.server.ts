import { LRUCache } from "lru-cache";
import { preparedWorld } from "~/db/world/world.server";
import { distanceKm, type Point } from "~/lib/geo";
import { decide, isConsistent } from "./decide";
import {
  findRow,
  type Geocoded,
  listSpotsAround,
  listStartingWith,
  type NamedPlace,
  type Place,
  type PlaceRow,
  readTimeZones,
  toPlace,
} from "./gazetteer.server";
import { readItems } from "./items.server";

const MAX_ALTERNATIVES = 10;

/** By text; only a new gazetteer changes them. */
const resolved = preparedWorld(() => new LRUCache<string, Geocoded>({ max: 500 }));

/** Alternatives, a region or nothing rather than a wrong town (places README, Never a wrong town). */
export function geocode(text: string): Geocoded {
  const cachedResult = resolved().get(text);
  if (cachedResult) return cachedResult;
  const answer = resolve(text);
  resolved().set(text, answer);
  return answer;
}

function resolve(text: string): Geocoded {
  const { place, others } = decide(readItems(text));
  const alternatives = distinctPlaces(others).slice(0, MAX_ALTERNATIVES);
  if (place) return { found: "place", place: toPlace(place), alternatives };
  return alternatives.length > 0 ? { found: "several", alternatives } : { found: "nothing" };
}

export function findPlace(id: number): Place | undefined {
  const row = findRow(id);
  return row && toPlace(row);
}

/** IANA name; undefined for regions, countries and unknown ids. */
export function findTimeZone(id: number | null): string | undefined {
  return id === null ? undefined : findTimeZones([id]).get(id);
}

export const findTimeZones = readTimeZones;

/** Towns whose name is in the text or starts with it: first those in its regions and countries, then by population. */
export function suggestPlaces(text: string, limit: number): Place[] {
  const items = readItems(text);
  const [first = ""] = text.split(",");
  const [word = ""] = first.trim().split(/\s+/);
  const fitting = items.flatMap(({ towns }, index) => towns.filter((town) => isConsistent(town, items, index)));
  const namedTowns = items.flatMap(({ towns }) => towns);
  const matches = [...listStartingWith(first, limit), ...(word === first.trim() ? [] : listStartingWith(word, limit))];
  const bySize = (rows: NamedPlace[]) => [...rows].sort((a, b) => b.population - a.population);
  const hasTown = items.some(({ towns }) => towns.length > 0);
  const rows = [...bySize(fitting), ...(hasTown ? [] : bySize(matches)), ...bySize([...namedTowns, ...matches])];
  return distinctPlaces(rows).slice(0, limit);
}

function distinctPlaces(rows: PlaceRow[]): Place[] {
  return [...new Map(rows.map((row) => [row.id, toPlace(row)])).values()];
}

/** Square degrees around a point. */
const REACHES = [1, 3];

/** undefined far out at sea or in a desert. */
export function nearestTown(point: Point): Place | undefined {
  for (const reach of REACHES) {
    const [nearest] = listSpotsAround(point, reach)
      .map((spot) => ({ id: spot.id, km: distanceKm(point, spot) }))
      .sort((a, b) => a.km - b.km);
    if (nearest) return findPlace(nearest.id);
  }
  return undefined;
}

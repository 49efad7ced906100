import { distanceKm } from "~/lib/geo";
import type { Named } from "./gazetteer.server";
import type { Item } from "./items.server";

/** How far apart the places of one address may be (km). */
const NEAR = 40;

/** Countries that are one city. */
const CITY_STATES = new Set(["GI", "HK", "MC", "MO", "SG", "VA"]);

/** Whether a town or a smaller area lies in an area, or is that. */
export function liesIn(place: Named, area: Named): boolean {
  if (area.kind === "country") return place.country === area.country;
  return [place.id, place.regionId, place.countyId].includes(area.id);
}

/** Whether one of two areas lies in the other. */
export function areNested(a: Named, b: Named): boolean {
  return liesIn(a, b) || liesIn(b, a);
}

export function areNear(a: Named, b: Named): boolean {
  return distanceKm(a, b) <= NEAR;
}

export function isCityState(area: Named): boolean {
  return area.kind === "country" && CITY_STATES.has(area.country);
}

export function isUnknown(item: Item): boolean {
  return item.towns.length === 0 && item.areas.length === 0;
}

/** The areas of an item that a town lies in: they confirm it. */
export function confirming(town: Named, item: Item): Named[] {
  return item.areas.filter((area) => liesIn(town, area));
}

/**
 * Whether what a text names elsewhere leaves room for a town: no region or country is contradicted, a town further
 * right is beside it. A town further left may be a venue's name, or a street's.
 */
export function isConsistent(town: Named, items: Item[], at: number): boolean {
  return items.every((item, index) => {
    if (index === at || isUnknown(item) || confirming(town, item).length > 0) return true;
    if (item.towns.length === 0) return false;
    return index < at || item.towns.some((other) => areNear(town, other));
  });
}

/** Whether a text's other regions and countries leave room for an area of one of its items. */
export function isAgreed(area: Named, items: Item[], at: number): boolean {
  return items.every((item, index) => {
    if (index === at || item.areas.length === 0) return true;
    return item.areas.some((other) => areNested(area, other));
  });
}

/** The smallest areas that every region and country of a text agrees with. */
export function agreedAreas(items: Item[]): Named[] {
  const named = items.filter(({ areas }) => areas.length > 0);
  const agreed = named.flatMap(({ areas }, at) => areas.filter((area) => isAgreed(area, named, at)));
  const distinct = [...new Map(agreed.map((area) => [area.id, area])).values()];
  return distinct.filter((area) => !distinct.some((other) => other.id !== area.id && liesIn(other, area)));
}

import { distanceKm } from "~/lib/geo";
import { dominant, sift } from "./choose";
import type { Named } from "./gazetteer.server";
import type { Item } from "./items.server";

/** Greatest distance between the places of one address (km). */
const NEAR = 40;

/** Countries that consist of one city. */
const CITY_STATES = new Set(["GI", "HK", "MC", "MO", "SG", "VA"]);

/** Whether a place lies in an area, or is that area. */
export function liesIn(place: Named, area: Named): boolean {
  if (area.kind === "country") return place.country === area.country;
  return [place.id, place.regionId, place.countyId].includes(area.id);
}

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

/** The areas of an item that contain a town, and so confirm it. */
export function confirming(town: Named, item: Item): Named[] {
  return item.areas.filter((area) => liesIn(town, area));
}

/**
 * Whether a town fits the other items: it lies in their regions and countries, and towns further right are nearby. A
 * town further left may be a venue's or a street's name.
 */
export function isConsistent(town: Named, items: Item[], at: number): boolean {
  return items.every((item, index) => {
    if (index === at || isUnknown(item) || confirming(town, item).length > 0) return true;
    if (index < at && mayBeVenue(item)) return true;
    if (item.key === items[at]?.key) return false;
    // "Clifton, New York" is not the one in New Jersey, although that is near.
    if (item.areas.some(({ regionId }) => regionId === null)) return false;
    return isBeside(town, items, index);
  });
}

/** Whether a town is near the one that another item names, where that is unambiguous. */
export function isBeside(town: Named, items: Item[], other: number): boolean {
  const claims = items.filter(({ towns, areas }) => towns.length === 0 && areas.length > 0);
  const agreed = items[other]?.towns.filter((each) => claims.every((item) => confirming(each, item).length > 0)) ?? [];
  const sifted = sift(agreed.map((each) => ({ ...each, own: each.by === "own" })));
  const meant = dominant(sifted, claims.length === 0);
  return (meant ? [meant] : agreed).some((each) => areNear(town, each));
}

/** Whether an area fits the text's other regions and countries. */
export function isAgreed(area: Named, items: Item[], at: number): boolean {
  return items.every((item, index) => {
    if (index === at || isUnknown(item) || (index < at && mayBeVenue(item))) return true;
    if (item.areas.length === 0) return item.towns.some((town) => liesIn(town, area));
    return item.areas.some((other) => areNested(area, other));
  });
}

/** Further left, a name that is also a town's or an abbreviation may be part of a venue. */
function mayBeVenue({ towns, areas }: Item): boolean {
  return towns.length > 0 || areas.every(({ by }) => by === "code");
}

/** A region with this many times fewer people than the next one named is hardly meant. */
const OBSCURE = 50;

/** The smallest areas that are consistent with every region and country of a text. */
export function agreedAreas(items: Item[]): Named[] {
  const named = items.filter(({ areas }) => areas.length > 0);
  const agreed = agreedOf(named);
  // "Long Island, NY" is not the island of the Bahamas.
  return agreed.length > 0 ? agreed : agreedOf(named.filter((item, at) => !isObscure(item, named[at + 1])));
}

function agreedOf(items: Item[]): Named[] {
  const every = (area: Named) => items.every(({ areas }) => areas.some((other) => areNested(area, other)));
  const agreed = new Map(items.flatMap(({ areas }) => areas.filter(every).map((area) => [area.id, area])));
  const distinct = [...agreed.values()];
  return distinct.filter((area) => !distinct.some((other) => other.id !== area.id && liesIn(other, area)));
}

function isObscure(item: Item, next: Item | undefined): boolean {
  const people = (areas: Named[]) => Math.max(...areas.map(({ population }) => population));
  return next !== undefined && people(item.areas) * OBSCURE < people(next.areas);
}

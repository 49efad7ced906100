import { distanceKm } from "~/lib/geo";
import { dominant, sift } from "./choose";
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
    if (index < at && mayBeVenue(item)) return true;
    if (item.key === items[at]?.key) return false;
    // "Clifton, New York" is not the one in New Jersey, however near.
    if (item.areas.some(({ regionId }) => regionId === null)) return false;
    return isBeside(town, items, index);
  });
}

/** Whether a town is beside the one that another item names: the one that is meant, where that can be said. */
export function isBeside(town: Named, items: Item[], other: number): boolean {
  const claims = items.filter(({ towns, areas }) => towns.length === 0 && areas.length > 0);
  const agreed = items[other]?.towns.filter((each) => claims.every((item) => confirming(each, item).length > 0)) ?? [];
  const sifted = sift(agreed.map((each) => ({ ...each, own: each.by === "own" })));
  const meant = dominant(sifted, claims.length === 0);
  return (meant ? [meant] : agreed).some((each) => areNear(town, each));
}

/** Whether a text's other regions and countries leave room for an area of one of its items. */
export function isAgreed(area: Named, items: Item[], at: number): boolean {
  return items.every((item, index) => {
    if (index === at || isUnknown(item) || (index < at && mayBeVenue(item))) return true;
    if (item.areas.length === 0) return item.towns.some((town) => liesIn(town, area));
    return item.areas.some((other) => areNested(area, other));
  });
}

/** Further left, what is also a town or an abbreviation claims no region. */
function mayBeVenue({ towns, areas }: Item): boolean {
  return towns.length > 0 || areas.every(({ by }) => by === "code");
}

/** A region with so much fewer people than the next one named is hardly meant. */
const OBSCURE = 50;

/** The smallest areas that every region and country of a text agrees with. */
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

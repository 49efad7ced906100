import { distanceKm } from "~/lib/geo";
import { dominant, FAMOUS, isFarLarger, sift } from "./choose";
import type { NamedPlace } from "./gazetteer.server";
import type { Item } from "./items.server";
import { EVERYDAY, FEATURES } from "./names";

type Decision = { place?: NamedPlace; others: NamedPlace[] };

/** Minimum population in a longer text without a region … */
const KNOWN = 10_000;
/** … and next to a number: "Dublin 4", but also "Hall 7". */
const KNOWN_WITH_NUMBER = 100_000;
/** A region wins over a city of its name outside from so many times its population. */
const FAR_LARGER_REGION = 40;
const CITY = 50_000;
const STATES_IN_ADDRESSES = new Set(["AU", "BR", "CA", "IN", "MX", "US"]);

/** Resolves a text's items together (places README, Never a wrong town). */
export function decide(items: Item[]): Decision {
  for (const at of items.keys()) {
    const decision = decideTown(items, at);
    if (decision) return decision;
  }
  const areas = agreedAreas(items.filter(({ key }) => !EVERYDAY.has(key)));
  const place = dominantArea(areas);
  // A two-letter state is a guess, and a city outside disproves it.
  const guessed =
    place?.by === "code" && items.some(({ towns }) => towns.some(({ population }) => population >= FAMOUS));
  if (place && !guessed) return { place, others: areas.filter(({ id }) => id !== place.id) };
  return { others: areas.filter(({ by }) => by !== "code") };
}

function decideTown(items: Item[], at: number): Decision | undefined {
  const item = items[at];
  const consistent = item?.towns.filter((town) => isConsistent(town, items, at)) ?? [];
  if (!item || consistent.length === 0) return undefined;
  const towns = siftNamed(consistent);
  const confirmed = items.some(
    (_, index) => index !== at && towns.some((town) => isConfirmed(town, items, index, index > at)),
  );
  if (!confirmed && !isKnownAlone(items, at, towns[0])) return undefined;
  const result = dominant(towns, !confirmed);
  const state = namedState(items, at, result);
  if (state) return { place: state, others: towns };
  const rivals = rivalAreas(items, at, result ?? towns[0], confirmed);
  const largest = dominantArea(rivals);
  if (largest && prevails(largest, towns[0])) return { place: largest, others: towns };
  const clear = rivals.length === 0 && !isReadTwoWays(towns, items, at);
  // An unknown item further right may be a region or country without the town.
  const sure = confirmed || !items.slice(at + 1).some(isUnknown);
  if (result && clear && sure && !isOneOfTwo(items, at, result))
    return { place: result, others: towns.filter(({ id }) => id !== result.id) };
  return { others: [...towns, ...rivals] };
}

const siftNamed = (towns: NamedPlace[]) => sift(towns.map((town) => ({ ...town, own: town.by === "own" })));

/** By another item's region or country, or, further right, by a town nearby. */
function isConfirmed(town: NamedPlace, items: Item[], itemIndex: number, isRight: boolean): boolean {
  const item = items[itemIndex];
  return item !== undefined && (confirming(town, item).length > 0 || (isRight && isAdjacent(town, items, itemIndex)));
}

/**
 * The state with a city's name, after unknown items only: "Finger Lakes, New York" is not in the city.
 * @returns undefined if the city is meant
 */
function namedState(items: Item[], at: number, city: NamedPlace | undefined): NamedPlace | undefined {
  if (!city || !STATES_IN_ADDRESSES.has(city.country) || !items.slice(0, at).some(isUnknown)) return undefined;
  const isRegion = ({ kind, regionId }: NamedPlace) => kind === "region" && regionId === null;
  if (items.some((item, index) => index !== at && confirming(city, item).some(({ kind }) => kind === "region"))) {
    return undefined;
  }
  return items[at]?.areas.find((area) => isRegion(area) && area.by !== "code" && liesIn(city, area));
}

function isKnownAlone(items: Item[], at: number, largest: NamedPlace | undefined): boolean {
  const item = items[at];
  if (!item || !largest || EVERYDAY.has(item.key) || /^\p{Script=Latin}{2}$/u.test(item.key)) return false;
  if (item.hasNumber) return largest.population >= KNOWN_WITH_NUMBER;
  if (largest.population >= KNOWN) return true;
  return items.length === 1 && !item.key.split(" ").some((word) => FEATURES.has(word));
}

/** An earlier item is another city far away: the text may mean either or both. */
function isOneOfTwo(items: Item[], at: number, result: NamedPlace): boolean {
  return items.slice(0, at).some(({ towns }) => {
    const agreedTowns = towns.filter((town) => isAgreed(town, items, at));
    const city = dominant(siftNamed(agreedTowns));
    return city !== undefined && city.population >= CITY && !areNear(city, result);
  });
}

/** Regions and countries of the town's name, largest first. */
function rivalAreas(items: Item[], at: number, town: NamedPlace | undefined, confirmed: boolean): NamedPlace[] {
  const areas = items[at]?.areas.filter((area) => area.by !== "code" && isAgreed(area, items, at)) ?? [];
  const rivals = areas.filter((area) => {
    if (!town) return true;
    // "Perth, Ontario" is not Perth County.
    if (confirmed && area.by === "other" && area.regionId !== null) return false;
    if (!liesIn(town, area)) return !isFarLarger(town.population, area.population, !confirmed) && !isAround(area, town);
    // A capital wins over the region of its name; a country's name alone means the country.
    if (area.kind !== "country" || isCityState(area) || confirmed) return false;
    return area.by === "own" || town.by !== "own";
  });
  const outer = rivals.filter((area) => !rivals.some((rival) => rival.id !== area.id && liesIn(area, rival)));
  return outer.sort((a, b) => b.population - a.population);
}

/** Essentially the town: a city that is a region, like Buenos Aires, or is listed elsewhere. */
function isAround(area: NamedPlace, town: NamedPlace): boolean {
  if (area.country !== town.country) return false;
  return areNear(area, town) || town.population >= Math.max(area.population, FAMOUS);
}

/** The only area, or by far the largest; two letters mean a state or country rather than a province. */
function dominantArea(areas: NamedPlace[]): NamedPlace | undefined {
  const larger = areas.filter(({ by, regionId }) => by !== "code" || regionId === null);
  const [first, second] = (larger.length > 0 ? larger : areas).sort((a, b) => b.population - a.population);
  if (!first || !second) return first;
  if (first.by === "code") return first.population >= FAR_LARGER_REGION * second.population ? first : undefined;
  return isFarLarger(first.population, second.population) ? first : undefined;
}

function prevails(area: NamedPlace, town: NamedPlace | undefined): boolean {
  if (!town || liesIn(town, area)) return true;
  if (area.by !== "own" && area.kind === "region") return false;
  const isAbroad = town.population < CITY && area.country !== town.country;
  if (isAbroad) return isFarLarger(area.population, town.population);
  return area.population >= FAR_LARGER_REGION * town.population;
}

/** A region's code is ambiguous and both regions have the town: "Salem, IN". */
function isReadTwoWays(towns: NamedPlace[], items: Item[], at: number): boolean {
  return items.some((item, index) => {
    if (index === at || item.areas.length < 2) return false;
    const readings = towns.map((town) => confirming(town, item)).filter((areas) => areas.length > 0);
    const [first = [], ...more] = readings;
    return more.some((areas) => !areas.some(({ id }) => first.some((area) => area.id === id)));
  });
}

/** Between the places of one address (km). */
const NEAR = 40;

const CITY_STATES = new Set(["GI", "HK", "MC", "MO", "SG", "VA"]);

function liesIn(place: NamedPlace, area: NamedPlace): boolean {
  if (area.kind === "country") return place.country === area.country;
  return [place.id, place.regionId, place.countyId].includes(area.id);
}

function areNested(a: NamedPlace, b: NamedPlace): boolean {
  return liesIn(a, b) || liesIn(b, a);
}

function areNear(a: NamedPlace, b: NamedPlace): boolean {
  return distanceKm(a, b) <= NEAR;
}

function isCityState(area: NamedPlace): boolean {
  return area.kind === "country" && CITY_STATES.has(area.country);
}

function isUnknown(item: Item): boolean {
  return item.towns.length === 0 && item.areas.length === 0;
}

function confirming(town: NamedPlace, item: Item): NamedPlace[] {
  return item.areas.filter((area) => liesIn(town, area));
}

/**
 * The town lies in the other items' regions and countries, and towns further right are nearby. A town further left may
 * be a venue's or a street's name.
 */
export function isConsistent(town: NamedPlace, items: Item[], at: number): boolean {
  return items.every((item, index) => {
    if (index === at || isUnknown(item) || confirming(town, item).length > 0) return true;
    if (index < at && mayBeVenue(item)) return true;
    if (item.key === items[at]?.key) return false;
    // "Clifton, New York" is not the one in New Jersey, although near.
    if (item.areas.some(({ regionId }) => regionId === null)) return false;
    return isAdjacent(town, items, index);
  });
}

function isAdjacent(town: NamedPlace, items: Item[], itemIndex: number): boolean {
  const claims = items.filter(({ towns, areas }) => towns.length === 0 && areas.length > 0);
  const agreedTowns =
    items[itemIndex]?.towns.filter((namesake) => claims.every((item) => confirming(namesake, item).length > 0)) ?? [];
  const dominantPlace = dominant(siftNamed(agreedTowns), claims.length === 0);
  return (dominantPlace ? [dominantPlace] : agreedTowns).some((neighbour) => areNear(town, neighbour));
}

function isAgreed(area: NamedPlace, items: Item[], at: number): boolean {
  return items.every((item, index) => {
    if (index === at || isUnknown(item) || (index < at && mayBeVenue(item))) return true;
    if (item.areas.length === 0) return item.towns.some((town) => liesIn(town, area));
    return item.areas.some((otherArea) => areNested(area, otherArea));
  });
}

/** Further left, a town's name or an abbreviation may be part of a venue. */
function mayBeVenue({ towns, areas }: Item): boolean {
  return towns.length > 0 || areas.every(({ by }) => by === "code");
}

/** A region with so many times fewer people than the next one is unlikely. */
const OBSCURE = 50;

/** The smallest areas consistent with every region and country of a text. */
function agreedAreas(items: Item[]): NamedPlace[] {
  const itemsWithAreas = items.filter(({ areas }) => areas.length > 0);
  const agreedPlaces = agreedOf(itemsWithAreas);
  // "Long Island, NY" is not the island of the Bahamas.
  return agreedPlaces.length > 0
    ? agreedPlaces
    : agreedOf(itemsWithAreas.filter((item, index) => !isObscure(item, itemsWithAreas[index + 1])));
}

function agreedOf(items: Item[]): NamedPlace[] {
  const fitsAll = (area: NamedPlace) =>
    items.every(({ areas }) => areas.some((otherArea) => areNested(area, otherArea)));
  const agreedById = new Map(items.flatMap(({ areas }) => areas.filter(fitsAll).map((area) => [area.id, area])));
  const distinct = [...agreedById.values()];
  return distinct.filter((area) => !distinct.some((otherArea) => otherArea.id !== area.id && liesIn(otherArea, area)));
}

function isObscure(item: Item, next: Item | undefined): boolean {
  const people = (areas: NamedPlace[]) => Math.max(...areas.map(({ population }) => population));
  return next !== undefined && people(item.areas) * OBSCURE < people(next.areas);
}

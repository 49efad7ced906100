import { dominant, FAMOUS, isFarLarger, sift } from "./choose";
import type { Named } from "./gazetteer.server";
import type { Item } from "./items.server";
import {
  agreedAreas,
  areNear,
  confirming,
  isAgreed,
  isBeside,
  isCityState,
  isConsistent,
  isUnknown,
  liesIn,
} from "./relations";
import { EVERYDAY, FEATURES } from "./word-lists";

/** One place and its alternatives, or only candidates where the text is ambiguous. */
export type Decision = { place?: Named; others: Named[] };

/** Least population of a town accepted from a longer text without a region … */
const KNOWN = 10_000;
/** … and with a number beside it: "Dublin 4", but also "Hall 7". */
const KNOWN_WITH_NUMBER = 100_000;
/** A region wins over a city of the same name outside of it from this many times its population. */
const FAR_LARGER_REGION = 40;
const CITY = 50_000;
/** Countries whose addresses end with the state. */
const STATES_IN_ADDRESSES = new Set(["AU", "BR", "CA", "IN", "MX", "US"]);

/** Resolves the items of a text together (places README, Never a wrong town). */
export function decide(items: Item[]): Decision {
  for (const at of items.keys()) {
    const decision = decideTown(items, at);
    if (decision) return decision;
  }
  const areas = agreedAreas(items.filter(({ key }) => !EVERYDAY.has(key)));
  const place = dominantArea(areas);
  // A two-letter state is only a guess, and a city outside of it shows that the guess is wrong.
  const guessed =
    place?.by === "code" && items.some(({ towns }) => towns.some(({ population }) => population >= FAMOUS));
  if (place && !guessed) return { place, others: areas.filter(({ id }) => id !== place.id) };
  return { others: areas.filter(({ by }) => by !== "code") };
}

/** Resolves the text with the item at `at` as its town; undefined where that is impossible. */
function decideTown(items: Item[], at: number): Decision | undefined {
  const item = items[at];
  const consistent = item?.towns.filter((town) => isConsistent(town, items, at)) ?? [];
  if (!item || consistent.length === 0) return undefined;
  const towns = sift(consistent.map((town) => ({ ...town, own: town.by === "own" })));
  const confirmed = items.some(
    (_, index) => index !== at && towns.some((town) => isConfirmed(town, items, index, index > at)),
  );
  if (!confirmed && !isKnownAlone(items, at, towns[0])) return undefined;
  const chosen = dominant(towns, !confirmed);
  const state = namedState(items, at, chosen);
  if (state) return { place: state, others: towns };
  const rivals = rivalAreas(items, at, chosen ?? towns[0], confirmed);
  const largest = dominantArea(rivals);
  if (largest && prevails(largest, towns[0])) return { place: largest, others: towns };
  const clear = rivals.length === 0 && !isReadTwoWays(towns, items, at);
  // An unknown item further right may be a region or country that the town is not in.
  const sure = confirmed || !items.slice(at + 1).some(isUnknown);
  if (chosen && clear && sure && !isOneOfTwo(items, at, chosen))
    return { place: chosen, others: towns.filter(({ id }) => id !== chosen.id) };
  return { others: [...towns, ...rivals] };
}

/** Whether another item confirms a town: by its region or country, or, further right, by a town nearby. */
function isConfirmed(town: Named, items: Item[], other: number, isRight: boolean): boolean {
  const item = items[other];
  return item !== undefined && (confirming(town, item).length > 0 || (isRight && isBeside(town, items, other)));
}

/**
 * The state that shares a city's name, where the text has only unknown items before it: "Finger Lakes, New York" is not
 * in the city.
 * @returns undefined where the city is meant
 */
function namedState(items: Item[], at: number, city: Named | undefined): Named | undefined {
  if (!city || !STATES_IN_ADDRESSES.has(city.country) || !items.slice(0, at).some(isUnknown)) return undefined;
  const isRegion = ({ kind, regionId }: Named) => kind === "region" && regionId === null;
  if (items.some((item, index) => index !== at && confirming(city, item).some(({ kind }) => kind === "region"))) {
    return undefined;
  }
  return items[at]?.areas.find((area) => isRegion(area) && area.by !== "code" && liesIn(city, area));
}

/** Whether an item without a confirming region can be a town's name. */
function isKnownAlone(items: Item[], at: number, largest: Named | undefined): boolean {
  const item = items[at];
  if (!item || !largest || EVERYDAY.has(item.key) || /^\p{Script=Latin}{2}$/u.test(item.key)) return false;
  if (item.numbered) return largest.population >= KNOWN_WITH_NUMBER;
  if (largest.population >= KNOWN) return true;
  return items.length === 1 && !item.key.split(" ").some((word) => FEATURES.has(word));
}

/** Whether an earlier item is another city far away, so that either or both may be meant. */
function isOneOfTwo(items: Item[], at: number, chosen: Named): boolean {
  return items.slice(0, at).some(({ towns }) => {
    const agreed = towns.filter((town) => isAgreed(town, items, at));
    const city = dominant(sift(agreed.map((town) => ({ ...town, own: town.by === "own" }))));
    return city !== undefined && city.population >= CITY && !areNear(city, chosen);
  });
}

/** Regions and countries with the town's name that the text may mean instead, largest first. */
function rivalAreas(items: Item[], at: number, town: Named | undefined, confirmed: boolean): Named[] {
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
  const outer = rivals.filter((area) => !rivals.some((other) => other.id !== area.id && liesIn(area, other)));
  return outer.sort((a, b) => b.population - a.population);
}

/**
 * Whether an area is essentially the town of its name: a city that is a region, like Buenos Aires, or is listed
 * elsewhere.
 */
function isAround(area: Named, town: Named): boolean {
  if (area.country !== town.country) return false;
  return areNear(area, town) || town.population >= Math.max(area.population, FAMOUS);
}

/** The only area, or by far the largest; two letters stand for a state or country before a province. */
function dominantArea(areas: Named[]): Named | undefined {
  const larger = areas.filter(({ by, regionId }) => by !== "code" || regionId === null);
  const [first, second] = (larger.length > 0 ? larger : areas).sort((a, b) => b.population - a.population);
  if (!first || !second) return first;
  if (first.by === "code") return first.population >= FAR_LARGER_REGION * second.population ? first : undefined;
  return isFarLarger(first.population, second.population) ? first : undefined;
}

function prevails(area: Named, town: Named | undefined): boolean {
  if (!town || liesIn(town, area)) return true;
  if (area.by !== "own" && area.kind === "region") return false;
  const elsewhere = town.population < CITY && area.country !== town.country;
  if (elsewhere) return isFarLarger(area.population, town.population);
  return area.population >= FAR_LARGER_REGION * town.population;
}

/** Whether a region's code is ambiguous and both regions have a town of the name: "Salem, IN". */
function isReadTwoWays(towns: Named[], items: Item[], at: number): boolean {
  return items.some((item, index) => {
    if (index === at || item.areas.length < 2) return false;
    const readings = towns.map((town) => confirming(town, item)).filter((areas) => areas.length > 0);
    const [first = [], ...more] = readings;
    return more.some((areas) => !areas.some(({ id }) => first.some((area) => area.id === id)));
  });
}

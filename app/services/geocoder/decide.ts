import { dominant, FAMOUS, isFarLarger, sift } from "./choose";
import type { Named } from "./gazetteer.server";
import type { Item } from "./items.server";
import { agreedAreas, areNear, confirming, isAgreed, isCityState, isConsistent, isUnknown, liesIn } from "./relations";
import { EVERYDAY, FEATURES } from "./words";

/** What a text means: one place and what else it might have meant, or places of which nobody may pick one. */
export type Decision = { place?: Named; others: Named[] };

/** A town this small is not taken from a longer text without a region (people), */
const KNOWN = 10_000;
/** nor one smaller than this with a number beside it: "Dublin 4", but also "Hall 7". */
const KNOWN_WITH_NUMBER = 100_000;
/** A region prevails over a city of its name outside of it where it has so many times its people. */
const FAR_LARGER_REGION = 50;
const CITY = 50_000;

/** Decides what the items of a text mean together, by the rules of the contract (decisions, Map search). */
export function decide(items: Item[]): Decision {
  for (const at of items.keys()) {
    const decision = decideTown(items, at);
    if (decision) return decision;
  }
  const areas = agreedAreas(items);
  const place = dominantArea(areas);
  if (place) return { place, others: areas.filter(({ id }) => id !== place.id) };
  // Two letters alone, with more than one meaning, are no answer.
  return { others: areas.filter(({ by }) => by !== "code") };
}

/** What the text means if the item at `at` is its town; undefined where that cannot be. */
function decideTown(items: Item[], at: number): Decision | undefined {
  const item = items[at];
  const consistent = item?.towns.filter((town) => isConsistent(town, items, at)) ?? [];
  if (!item || consistent.length === 0) return undefined;
  const towns = sift(consistent.map((town) => ({ ...town, own: town.by === "own" })));
  const chosen = dominant(towns);
  const confirmed = items.some(
    (other, index) => index !== at && towns.some((town) => confirming(town, other).length > 0),
  );
  if (!confirmed && !isKnownAlone(items, at, towns[0])) return undefined;
  const rivals = rivalAreas(items, at, chosen ?? towns[0], confirmed);
  const largest = dominantArea(rivals);
  if (largest && prevails(largest, towns[0])) return { place: largest, others: towns };
  const safe = rivals.length === 0 && !isReadTwoWays(towns, items, at) && (confirmed || isSafeAlone(items, at, chosen));
  if (chosen && safe) return { place: chosen, others: towns.filter(({ id }) => id !== chosen.id) };
  return { others: [...towns, ...rivals] };
}

/** Whether an item that no region confirms may be a town's name at all. */
function isKnownAlone(items: Item[], at: number, largest: Named | undefined): boolean {
  const item = items[at];
  if (!item || !largest || EVERYDAY.has(item.key)) return false;
  if (item.numbered) return largest.population >= KNOWN_WITH_NUMBER;
  if (largest.population >= KNOWN) return true;
  return items.length === 1 && !item.key.split(" ").some((word) => FEATURES.has(word));
}

/** Whether a town that no region confirms is meant all the same. */
function isSafeAlone(items: Item[], at: number, chosen: Named | undefined): boolean {
  if (!chosen) return false;
  // What is not known may be the region or country that it is not in.
  if (items.slice(at + 1).some(isUnknown)) return false;
  // A text about two cities is about neither.
  return !items.slice(0, at).some(({ towns }) => {
    const city = dominant(sift(towns.map((town) => ({ ...town, own: town.by === "own" }))));
    return city !== undefined && city.population >= CITY && !areNear(city, chosen);
  });
}

/** Regions and countries of the town's name that the text may mean instead, largest first. */
function rivalAreas(items: Item[], at: number, town: Named | undefined, confirmed: boolean): Named[] {
  const areas = items[at]?.areas.filter((area) => area.by !== "code" && isAgreed(area, items, at)) ?? [];
  const rivals = areas.filter((area) => {
    if (!town) return true;
    if (!liesIn(town, area)) return !isFarLarger(town.population, area.population) && !isAround(area, town);
    // The capital goes by the region's name, but a country's name alone is the country.
    return area.kind === "country" && !isCityState(area) && !confirmed;
  });
  const outer = rivals.filter((area) => !rivals.some((other) => other.id !== area.id && liesIn(area, other)));
  return outer.sort((a, b) => b.population - a.population);
}

/** Whether an area surrounds a great city of its name that is a region by itself, like Buenos Aires. */
function isAround(area: Named, town: Named): boolean {
  return area.country === town.country && town.population >= Math.max(area.population, FAMOUS.from);
}

/** The only area, or by far the largest; of two letters none is. */
function dominantArea(areas: Named[]): Named | undefined {
  const [first, second] = [...areas].sort((a, b) => b.population - a.population);
  if (!first || !second) return first;
  return first.by !== "code" && isFarLarger(first.population, second.population) ? first : undefined;
}

function prevails(area: Named, town: Named | undefined): boolean {
  if (!town || liesIn(town, area)) return true;
  if (town.population < CITY) return isFarLarger(area.population, town.population);
  return area.population >= FAR_LARGER_REGION * town.population;
}

/** Whether a region's name stands for two regions, each with a town of the name: "Salem, IN". */
function isReadTwoWays(towns: Named[], items: Item[], at: number): boolean {
  return items.some((item, index) => {
    if (index === at || item.areas.length < 2) return false;
    const readings = towns.map((town) => confirming(town, item)).filter((areas) => areas.length > 0);
    const [first = [], ...more] = readings;
    return more.some((areas) => !areas.some(({ id }) => first.some((area) => area.id === id)));
  });
}

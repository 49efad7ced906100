import { type DomainError, invalidField } from "~/lib/errors";
import { NEAR_MESSAGES } from "~/lib/near";
import { geocode, suggestPlaces } from "./geocoder.server";
import type { Place } from "./place";

/** So many places a refusal names. */
const NAMED = 6;

/**
 * The one place that a search names; nobody guesses which of several is meant.
 * @param field where the refusal stands
 * @throws DomainError invalid, with what it may have meant, where the text names no place, or one of several
 */
export function getNamedPlace(text: string, field: string): Place {
  const found = geocode(text);
  if (found.found === "place") return found.place;
  const [first, ...others] = found.found === "several" ? found.alternatives : [];
  if (first === undefined) throw unknownPlace(text, field);
  throw invalidField(
    field,
    `Several places are called ${first.name}: ${labels([first, ...others])}. Please add the region or country.`,
  );
}

/** The refusal of a place that the gazetteer does not have, with towns that may have been meant. */
export function unknownPlace(text: string, field: string): DomainError {
  const meant = labels(suggestPlaces(text, NAMED));
  return invalidField(field, meant === "" ? NEAR_MESSAGES.unknown : `${NEAR_MESSAGES.unknown} Perhaps ${meant}?`);
}

/** The largest ones, each once. @param places largest first */
function labels(places: readonly Place[]): string {
  const distinct = [...new Set(places.map(({ label }) => label))];
  return [...distinct.slice(0, NAMED), ...(distinct.length > NAMED ? ["and others"] : [])].join("; ");
}

import { db } from "~/db/client.server";
import { places } from "~/db/schema";
import { invalidField } from "~/lib/errors";
import { coarse, toMap } from "~/lib/geo";
import { cleanLine } from "~/lib/text";
import type { Place } from "~/services/geocoder/gazetteer.server";
import { findPlace, geocode, suggestPlaces } from "~/services/geocoder/geocoder.server";
import { NOWHERE, PLACE_LIMITS, PLACE_MESSAGES, type PlaceChoiceView, type PlaceOption } from "./placement";
import { findStoredPlace, type PlaceRow } from "./queries.server";

/**
 * Repeating changes nothing. Coordinates have at most the precision allowed in responses.
 * @returns its id
 */
export function storePlace({ id, kind, name, region, country, label, lat, lng }: PlaceRow): number {
  const point = coarse({ lat, lng });
  db()
    .insert(places)
    .values({ id, kind, name, region, country, label, ...point, ...toMap(point) })
    .onConflictDoNothing()
    .run();
  return id;
}

export interface Placement {
  /** Null if the text is unknown or ambiguous. */
  placeId: number | null;
  placeText: string;
}

/**
 * Once, when the location is written: no place rather than a wrong one. Call it in the writing transaction, which also
 * stores the place.
 */
export function placeLocation(location: string): Placement {
  const match = geocode(location);
  return { placeId: match.found === "place" ? storePlace(match.place) : null, placeText: location };
}

/**
 * Nothing while the location is unchanged, so that a user's choice stays. Call it in the writing transaction.
 * @param placeText the row's; null if never geocoded
 */
export function replaceLocation(location: string, placeText: string | null): Partial<Placement> {
  return location === placeText ? {} : placeLocation(location);
}

/**
 * The chosen place belongs to `location`. Call it in the writing transaction.
 * @param placeId id in the gazetteer; null for no position
 * @param before the current place, valid even if the gazetteer no longer has it
 * @throws DomainError invalid for an unknown place
 */
export function chooseLocation(placeId: number | null, location: string, before: number | null): Placement {
  if (placeId === null || placeId === before) return { placeId, placeText: location };
  const place = findPlace(placeId);
  if (!place) throw invalidField("placeId", PLACE_MESSAGES.unknown);
  return { placeId: storePlace(place), placeText: location };
}

/** Per search and per text. */
const SUGGESTIONS = 12;

interface StoredPlacement {
  location: string;
  placeId: number | null;
  placeText: string | null;
}

/**
 * The current place, possible meanings of the location, and results of a town search.
 * @param search as typed; text over the field's length is ignored
 */
export function listPlaceChoices({ location, placeId, placeText }: StoredPlacement, search: string): PlaceChoiceView {
  const match = geocode(location);
  const current = placeId === null ? undefined : findStoredPlace(placeId);
  const candidates = match.found === "place" ? [match.place, ...match.alternatives] : [];
  const alternatives = match.found === "several" ? match.alternatives : [];
  const suggestedPlaces = location === "" ? [] : suggestPlaces(location, SUGGESTIONS);
  const options = distinct([
    ...(current ? [current] : []),
    ...candidates,
    ...alternatives.slice(0, SUGGESTIONS),
    ...suggestedPlaces,
  ]);
  const q = cleanLine(search).slice(0, PLACE_LIMITS.search);
  const towns = q === "" ? [] : suggestPlaces(q, SUGGESTIONS).map(toOption);
  return {
    location,
    current: current ? String(current.id) : placeText !== null && alternatives.length === 0 ? NOWHERE : null,
    options,
    q,
    found: towns.filter(({ id }) => options.every((option) => option.id !== id)),
  };
}

function distinct(places: Pick<Place, "id" | "kind" | "label" | "region">[]): PlaceOption[] {
  const options = new Map(places.map((place) => [place.id, toOption(place)]));
  return [...options.values()];
}

/** Omits the region if the label contains it. */
function toOption({ id, kind, label, region }: Pick<Place, "id" | "kind" | "label" | "region">): PlaceOption {
  const isTown = kind === "town";
  return {
    id: String(id),
    label: isTown ? label : `Somewhere in ${label}`,
    region: isTown && !label.includes(region) ? region : "",
  };
}

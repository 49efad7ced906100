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
 * Stores a place of the gazetteer, so that things can be placed at it; a second time changes nothing. Coordinates are
 * stored no finer than they may be sent.
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

/** Where a garage or an event stands, as its row keeps it. */
export interface Placement {
  /** Null where the text names no place, or one of several. */
  placeId: number | null;
  placeText: string;
}

/**
 * Looks a location up, once, when it is written: never a wrong town, rather none. To be called in the
 * writing transaction; the place is stored with it.
 */
export function placeLocation(location: string): Placement {
  const match = geocode(location);
  return { placeId: match.found === "place" ? storePlace(match.place) : null, placeText: location };
}

/**
 * What a write changes of a row's place: nothing as long as the location is the one that was looked up, so that what
 * a person chose stays until the text changes. To be called in the writing transaction.
 * @param placeText the row's so far; null where it was never looked up
 */
export function replaceLocation(location: string, placeText: string | null): Partial<Placement> {
  return location === placeText ? {} : placeLocation(location);
}

/**
 * What a person's own choice makes of a row: the place stands for `location` from now on. To be called in the writing
 * transaction.
 * @param placeId of the gazetteer; null for no position
 * @param before the place so far, which may be chosen again even where the gazetteer has lost it
 * @throws DomainError invalid where the gazetteer does not know the place
 */
export function chooseLocation(placeId: number | null, location: string, before: number | null): Placement {
  if (placeId === null || placeId === before) return { placeId, placeText: location };
  const place = findPlace(placeId);
  if (!place) throw invalidField("placeId", PLACE_MESSAGES.unknown);
  return { placeId: storePlace(place), placeText: location };
}

/** So many places a search and a text suggest. */
const SUGGESTIONS = 12;

interface Placed {
  location: string;
  placeId: number | null;
  placeText: string | null;
}

/**
 * What somebody may choose from for a row: the place so far, what the location may mean, and the towns that a search
 * finds.
 * @param search as it was typed; what is beyond the field's length is not looked at
 */
export function listPlaceChoices({ location, placeId, placeText }: Placed, search: string): PlaceChoiceView {
  const match = geocode(location);
  const current = placeId === null ? undefined : findStoredPlace(placeId);
  const meant = match.found === "place" ? [match.place, ...match.alternatives] : [];
  const several = match.found === "several" ? match.alternatives : [];
  const suggested = location === "" ? [] : suggestPlaces(location, SUGGESTIONS);
  const options = distinct([...(current ? [current] : []), ...meant, ...several.slice(0, SUGGESTIONS), ...suggested]);
  const q = cleanLine(search).slice(0, PLACE_LIMITS.search);
  const towns = q === "" ? [] : suggestPlaces(q, SUGGESTIONS).map(toOption);
  return {
    location,
    current: current ? String(current.id) : placeText !== null && several.length === 0 ? NOWHERE : null,
    options,
    q,
    found: towns.filter(({ id }) => options.every((option) => option.id !== id)),
  };
}

function distinct(places: Pick<Place, "id" | "kind" | "label" | "region">[]): PlaceOption[] {
  const options = new Map(places.map((place) => [place.id, toOption(place)]));
  return [...options.values()];
}

/** A label that says the region already needs it no second time. */
function toOption({ id, kind, label, region }: Pick<Place, "id" | "kind" | "label" | "region">): PlaceOption {
  const isTown = kind === "town";
  return {
    id: String(id),
    label: isTown ? label : `Somewhere in ${label}`,
    region: isTown && !label.includes(region) ? region : "",
  };
}

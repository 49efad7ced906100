import { cleanLine } from "~/lib/text";
import { geocode, suggestPlaces } from "~/services/geocoder/geocoder.server";
import type { Place } from "~/services/geocoder/place";
import { NOWHERE, PLACE_LIMITS, type PlaceChoiceView, type PlaceOption } from "./placing";
import { findStoredPlace } from "./queries.server";

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

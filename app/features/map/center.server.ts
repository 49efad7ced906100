import type { Viewer } from "~/features/accounts/policy";
import { findGaragePlace } from "~/features/garages/queries.server";
import { findStoredPlace, unknownPlace } from "~/features/places/queries.server";
import { invalidField } from "~/lib/errors";
import { coarse, type Point } from "~/lib/geo";
import type { Place } from "~/services/geocoder/gazetteer.server";
import { geocode, nearestTown } from "~/services/geocoder/geocoder.server";
import { MAP_MESSAGES } from "./limits";
import type { MapSearch } from "./schema.server";

/** Distances start here. */
export interface Center extends Point {
  /** "Birmingham, United Kingdom"; for a shared position the nearest town. */
  label: string;
  kind: Place["kind"];
  /** Items known only by region and country are listed separately. */
  region: string;
  country: string;
  /** Places with the same name, largest first. */
  alternatives: string[];
}

/**
 * A shared position, the viewer's own garage, or a named place. An ambiguous name means the largest town.
 * @returns null without an origin
 * @throws DomainError invalid if the place is unknown, or the viewer's garage has none
 */
export function resolveCenter({ at, near, place }: MapSearch, viewer: Viewer | null): Center | null {
  if (at !== undefined) return sharedPosition(at);
  if (near === "garage") return ownGarage(viewer);
  if (place === "") return null;
  const result = geocode(place);
  const places = result.found === "place" ? [result.place] : [];
  const [first, ...others] = result.found === "nothing" ? [] : [...places, ...result.alternatives];
  if (first === undefined) throw unknownPlace(place, "place");
  return centerAt(first, others);
}

function centerAt(place: Omit<Place, "population">, others: Place[] = []): Center {
  const { label, kind, country, region } = place;
  const alternatives = [...new Set(others.map((match) => match.label))].filter((otherLabel) => otherLabel !== label);
  return { label, kind, country, region, ...coarse(place), alternatives };
}

function sharedPosition(at: Point): Center {
  const town = nearestTown(at);
  if (town === undefined)
    return { label: "your location", kind: "town", country: "", region: "", ...at, alternatives: [] };
  return { ...centerAt(town), ...at };
}

function ownGarage(viewer: Viewer | null): Center {
  if (viewer === null) throw invalidField("place", MAP_MESSAGES.loginFirst);
  const placeId = findGaragePlace(viewer.id);
  const place = placeId === null ? undefined : findStoredPlace(placeId);
  if (place === undefined) throw invalidField("place", MAP_MESSAGES.noGarage);
  return centerAt(place);
}

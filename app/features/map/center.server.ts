import type { Viewer } from "~/features/accounts/policy";
import { findGaragePlace } from "~/features/garages/queries.server";
import { findStoredPlace, unknownPlace } from "~/features/places/queries.server";
import { invalidField } from "~/lib/errors";
import { coarse, type Point } from "~/lib/geo";
import { geocode, nearestTown } from "~/services/geocoder/geocoder.server";
import type { Place } from "~/services/geocoder/place";
import { DEFAULT_RADIUS } from "./default-radius";
import { MAP_MESSAGES } from "./limits";
import type { MapSearch } from "./schema.server";
import type { CenterView } from "./views.server";

/** Where somebody wants to look. */
export interface Center extends CenterView {
  /** Of the place: what is somewhere in it is listed apart. */
  region: string;
  country: string;
  /** Other places of that name, largest first. */
  alternatives: string[];
}

/**
 * What the search is measured from: a shared position, the viewer's own garage, or a place by name. Whoever looks may
 * be shown the largest town of a name and the others beside it; nothing is written by that.
 * @returns null where nobody said
 * @throws DomainError invalid where the place is not known, or the viewer's garage has none
 */
export function resolveCenter({ at, near, place }: MapSearch, viewer: Viewer | null): Center | null {
  if (at !== undefined) return sharedPosition(at);
  if (near === "garage") return ownGarage(viewer);
  if (place === "") return null;
  const found = geocode(place);
  const known = found.found === "place" ? [found.place] : [];
  const [first, ...others] = found.found === "nothing" ? [] : [...known, ...found.alternatives];
  if (first === undefined) throw unknownPlace(place, "place");
  return centerAt(first, others);
}

function centerAt(place: Omit<Place, "population">, others: Place[] = []): Center {
  const { label, kind, country, region } = place;
  const alternatives = [...new Set(others.map((other) => other.label))].filter((other) => other !== label);
  return { label, kind, country, region, ...coarse(place), alternatives };
}

function sharedPosition(at: Point): Center {
  const town = nearestTown(at);
  if (town === undefined)
    return { label: "your position", kind: "town", country: "", region: "", ...at, alternatives: [] };
  return { ...centerAt(town), ...at };
}

function ownGarage(viewer: Viewer | null): Center {
  if (viewer === null) throw invalidField("place", MAP_MESSAGES.loginFirst);
  const placeId = findGaragePlace(viewer.id);
  const place = placeId === null ? undefined : findStoredPlace(placeId);
  if (place === undefined) throw invalidField("place", MAP_MESSAGES.noGarage);
  return centerAt(place);
}

/** How far to look, km. */
export function radiusFor(center: Pick<Center, "kind">, radius: number | undefined): number {
  return radius ?? DEFAULT_RADIUS[center.kind];
}

import { listTownsWithin } from "~/db/places.server";
import { coarse } from "~/lib/geo";
import { NEAR_RADIUS } from "~/lib/near";
import { getNamedPlace } from "~/services/geocoder/named.server";
import type { EventSearch } from "./schema";

/** What a list of events is near to, as the pages and calendars say it. */
export interface AroundView {
  /** "Birmingham, GB"; "the middle of England, GB". */
  place: string;
  /** How far it looks. */
  km: number;
}

/** The towns within a search's radius: what is placed at no town, or nowhere, is near nothing. */
export interface Around extends AroundView {
  /** Ids of places. */
  towns: number[];
}

/**
 * The part of the world that a search is about; undefined where it names no place.
 * @throws DomainError invalid at `near` where the place is unknown, or one of several
 */
export function findAround({ near, radius = NEAR_RADIUS }: Pick<EventSearch, "near" | "radius">): Around | undefined {
  if (near === "") return undefined;
  const place = getNamedPlace(near, "near");
  const towns = listTownsWithin(coarse(place), radius).map(({ id }) => id);
  return { place: place.kind === "town" ? place.label : `the middle of ${place.label}`, km: radius, towns };
}

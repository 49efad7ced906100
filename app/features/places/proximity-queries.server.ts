import { type SQL, sql } from "drizzle-orm";
import type { events, garages } from "~/db/schema";
import { coarse } from "~/lib/geo";
import { PROXIMITY_RADIUS, somewhereText } from "./proximity";
import { getNamedPlace, listTownsWithin, widePlacesAround } from "./queries.server";

/** What a list is near to, as the pages and calendars say it. */
export interface ProximityView {
  /** "Birmingham, United Kingdom"; "the middle of England, United Kingdom". Empty where no place is asked for. */
  place: string;
  /** How far it looks; null for what has no map position. */
  km: number | null;
  /** Where what has no map position is: "somewhere in England, United Kingdom, or elsewhere in the country". Empty as `place` is. */
  somewhere: string;
}

/** The part of the world that a search is about: what is placed at a town within its radius, or at none. */
export interface Proximity extends ProximityView {
  /** A condition on the column that was asked about. */
  within: SQL;
  /** The ids of its towns as a JSON array; null where it is about none. */
  towns: string | null;
  /** What has no map position but is somewhere around: a list of ids of places; null where it is in the list itself. */
  wide: SQL | null;
}

interface ProximityInput {
  /** A place by its name; empty for none. */
  near: string;
  /** km. */
  radius?: number | undefined;
  /** Asks for what has no map position instead. */
  unplaced: boolean;
}

/**
 * The part of the world that a search is about; undefined where that is all of it.
 * @param placeId the column that says where the things are that are searched
 * @throws DomainError invalid at `near` where the place is unknown, or one of several
 */
export function findProximity(
  { near, radius = PROXIMITY_RADIUS, unplaced }: ProximityInput,
  placeId: typeof events.placeId | typeof garages.placeId,
): Proximity | undefined {
  if (near === "") {
    const nowhere = { place: "", km: null, somewhere: "", within: sql`${placeId} IS NULL`, towns: null, wide: null };
    return unplaced ? nowhere : undefined;
  }
  const place = getNamedPlace(near, "near");
  const somewhere = somewhereText(place);
  const wide = widePlacesAround(place);
  if (unplaced)
    return { place: place.label, km: null, somewhere, within: sql`${placeId} IN ${wide}`, towns: null, wide: null };
  const towns = JSON.stringify(listTownsWithin(coarse(place), radius).map(({ id }) => id));
  return {
    place: place.kind === "town" ? place.label : `the middle of ${place.label}`,
    km: radius,
    somewhere,
    within: sql`${placeId} IN (SELECT value FROM json_each(${towns}))`,
    towns,
    wide,
  };
}

import { type SQL, sql } from "drizzle-orm";
import { listTownsWithin, widePlacesAround } from "~/db/places.server";
import { events } from "~/db/schema";
import { coarse } from "~/lib/geo";
import { NEAR_RADIUS, somewhereText } from "~/lib/near";
import { getNamedPlace } from "~/services/geocoder/named.server";
import type { EventSearch } from "./schema.server";

/** What a list of events is near to, as the pages and calendars say it. */
export interface AroundView {
  /** "Birmingham, GB"; "the middle of England, GB". Empty where no place is asked for. */
  place: string;
  /** How far it looks; null for what has no map position. */
  km: number | null;
  /** Where what has no map position is: "somewhere in England, GB, or elsewhere in the country". Empty as `place` is. */
  somewhere: string;
}

/** The part of the world that a search is about: what is placed at a town within its radius, or at none. */
export interface Around extends AroundView {
  /** A condition on `events`. */
  within: SQL;
  /** What has no map position but is somewhere around: a list of ids of places; null where it is in the list itself. */
  wide: SQL | null;
}

type Asked = Pick<EventSearch, "near" | "radius" | "unplaced">;

/**
 * The part of the world that a search is about; undefined where that is all of it.
 * @throws DomainError invalid at `near` where the place is unknown, or one of several
 */
export function findAround({ near, radius = NEAR_RADIUS, unplaced }: Asked): Around | undefined {
  if (near === "") {
    const nowhere = { place: "", km: null, somewhere: "", within: sql`${events.placeId} IS NULL`, wide: null };
    return unplaced ? nowhere : undefined;
  }
  const place = getNamedPlace(near, "near");
  const somewhere = somewhereText(place);
  const wide = widePlacesAround(place);
  if (unplaced)
    return { place: place.label, km: null, somewhere, within: sql`${events.placeId} IN ${wide}`, wide: null };
  const towns = JSON.stringify(listTownsWithin(coarse(place), radius).map(({ id }) => id));
  return {
    place: place.kind === "town" ? place.label : `the middle of ${place.label}`,
    km: radius,
    somewhere,
    within: sql`${events.placeId} IN (SELECT value FROM json_each(${towns}))`,
    wide,
  };
}

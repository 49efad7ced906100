import { eq, type SQL, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { type events, type garages, places } from "~/db/schema";
import { type DomainError, invalidField } from "~/lib/errors";
import { boxesAround, coarse, distanceKm, type Point } from "~/lib/geo";
import type { Place } from "~/services/geocoder/gazetteer.server";
import { geocode, suggestPlaces } from "~/services/geocoder/geocoder.server";
import type { PlacementView } from "./placement";
import { DEFAULT_RADIUS_KM, PROXIMITY_MESSAGES, unplacedText } from "./proximity";

/** A place as things here are placed at it. */
export type PlaceRow = Omit<typeof places.$inferSelect, "x" | "y">;

const placeById = prepared((database) =>
  database
    .select()
    .from(places)
    .where(eq(places.id, sql.placeholder("id")))
    .prepare(),
);

type StoredPlace = typeof places.$inferSelect;

export function findStoredPlace(id: number): StoredPlace | undefined {
  return placeById().get({ id });
}

/** What a garage's or an event's page knows of its place; to be read in one statement with the row. */
export const placeColumns = { kind: places.kind, label: places.label, lat: places.lat, lng: places.lng };

export type PlaceOfRow = Pick<StoredPlace, keyof typeof placeColumns>;

/** A town where something is placed. */
export type StoredTown = Pick<StoredPlace, "id" | "label" | "lat" | "lng" | "x" | "y">;

const townsInBox = prepared((database) =>
  database
    .select({ id: places.id, label: places.label, lat: places.lat, lng: places.lng, x: places.x, y: places.y })
    // The cross join makes the planner start with the box instead of scanning all towns.
    .from(sql`place_box`)
    .crossJoin(places)
    .where(
      sql`${places.id} = place_box.id
        AND place_box.west >= ${sql.placeholder("west")} AND place_box.east <= ${sql.placeholder("east")}
        AND place_box.north >= ${sql.placeholder("north")} AND place_box.south <= ${sql.placeholder("south")}`,
    )
    .prepare(),
);

/** Towns where something is placed, within `km` of `center`, nearest first. */
function listTownsWithin(center: Point, km: number): (StoredTown & { km: number })[] {
  return boxesAround(center, km)
    .flatMap((box) => townsInBox().all({ ...box }))
    .map((town) => ({ ...town, km: distanceKm(center, town) }))
    .filter((town) => town.km <= km)
    .sort((a, b) => a.km - b.km || a.id - b.id);
}

/**
 * The ids, as a list for `IN`, of the region and the country of a place, where something is placed at them: a country's
 * regions for a country. What is there is somewhere around, and no point of the map.
 */
export function widePlacesAround({ kind, region, country }: Pick<PlaceRow, "kind" | "region" | "country">): SQL {
  // The kind as the index `places_wide` has it, word by word.
  return sql`(SELECT id FROM places WHERE country = ${country} AND kind <> 'town'
    AND (kind = 'country' OR ${kind} = 'country' OR (region = ${region} AND region <> '')))`;
}

interface PlacedRow {
  placeId: number | null;
  placeText: string | null;
}

/**
 * A row's placement for those who may change it.
 * @param place from the query that read the row; else it is looked up
 */
export function placementView(
  { placeId, placeText }: PlacedRow,
  place: Pick<PlaceOfRow, "kind" | "label"> | null | undefined = placeId === null ? null : findStoredPlace(placeId),
): PlacementView {
  if (place) return { at: place.kind, label: place.label };
  const match = placeText === null ? undefined : geocode(placeText);
  // By what the largest of them is called.
  const name = match?.found === "several" ? match.alternatives[0]?.name : undefined;
  return name === undefined ? { at: "nowhere" } : { at: "several", name };
}

/** Places that an error message names, or a field offers, at most. */
const NAMED = 6;

/**
 * The one place that a search names; an ambiguous name is refused.
 * @param field where the refusal stands
 * @throws DomainError invalid, with what it may have meant, where the text names no place, or one of several
 */
function getNamedPlace(text: string, field: string): Place {
  const match = geocode(text);
  if (match.found === "place") return match.place;
  const [first, ...others] = match.found === "several" ? match.alternatives : [];
  if (first === undefined) throw unknownPlace(text, field);
  throw invalidField(
    field,
    `Several places are called ${first.name}: ${labels([first, ...others])}. Please add the region or country.`,
  );
}

/**
 * What a field for a town offers while somebody types: names that stand for one town each, so that a search takes them.
 * @param q as it was typed; one letter names no town
 */
export function suggestTowns(q: string): string[] {
  const names = new Set(suggestPlaces(q, NAMED).map(({ label }) => label));
  return [...names].filter((name) => geocode(name).found === "place");
}

/** The refusal of a place that the gazetteer does not have, with towns that may have been meant. */
export function unknownPlace(text: string, field: string): DomainError {
  const meant = labels(suggestPlaces(text, NAMED));
  return invalidField(
    field,
    meant === "" ? PROXIMITY_MESSAGES.unknown : `${PROXIMITY_MESSAGES.unknown} Did you mean ${meant}?`,
  );
}

/** The largest ones, each once. @param places largest first */
function labels(places: readonly Place[]): string {
  const distinct = [...new Set(places.map(({ label }) => label))];
  return [...distinct.slice(0, NAMED), ...(distinct.length > NAMED ? ["and others"] : [])].join("; ");
}

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
interface Proximity extends ProximityView {
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
  { near, radius = DEFAULT_RADIUS_KM, unplaced }: ProximityInput,
  placeId: typeof events.placeId | typeof garages.placeId,
): Proximity | undefined {
  if (near === "") {
    const nowhere = { place: "", km: null, somewhere: "", within: sql`${placeId} IS NULL`, towns: null, wide: null };
    return unplaced ? nowhere : undefined;
  }
  const place = getNamedPlace(near, "near");
  const somewhere = unplacedText(place);
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

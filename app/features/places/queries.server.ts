import { eq, type SQL, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { type events, type garages, places } from "~/db/schema";
import { type DomainError, invalidField } from "~/lib/errors";
import { boxesAround, coarse, distanceKm, type Point } from "~/lib/geo";
import type { Place } from "~/services/geocoder/gazetteer.server";
import { geocode, suggestPlaces } from "~/services/geocoder/geocoder.server";
import type { PlacementView } from "./placement";
import { DEFAULT_RADIUS_KM, PROXIMITY_MESSAGES, unplacedText } from "./proximity";

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

/** For a garage's or event's page, read in one statement with the row. */
export const placeColumns = { kind: places.kind, label: places.label, lat: places.lat, lng: places.lng };

export type PlaceOfRow = Pick<StoredPlace, keyof typeof placeColumns>;

export type StoredTown = Pick<StoredPlace, "id" | "label" | "lat" | "lng" | "x" | "y">;

const townsInBox = prepared((database) =>
  database
    .select({ id: places.id, label: places.label, lat: places.lat, lng: places.lng, x: places.x, y: places.y })
    // Starts with the box instead of scanning all towns.
    .from(sql`place_box`)
    .crossJoin(places)
    .where(
      sql`${places.id} = place_box.id
        AND place_box.west >= ${sql.placeholder("west")} AND place_box.east <= ${sql.placeholder("east")}
        AND place_box.north >= ${sql.placeholder("north")} AND place_box.south <= ${sql.placeholder("south")}`,
    )
    .prepare(),
);

/** km; nearest first. */
function listTownsWithin(center: Point, km: number): (StoredTown & { km: number })[] {
  return boxesAround(center, km)
    .flatMap((box) => townsInBox().all({ ...box }))
    .map((town) => ({ ...town, km: distanceKm(center, town) }))
    .filter((town) => town.km <= km)
    .sort((a, b) => a.km - b.km || a.id - b.id);
}

/** For `IN`: the place's region and country; for a country, also its regions. They have no point on the map. */
export function widePlacesAround({ kind, region, country }: Pick<PlaceRow, "kind" | "region" | "country">): SQL {
  // Must match the condition of the index `places_wide` literally.
  return sql`(SELECT id FROM places WHERE country = ${country} AND kind <> 'town'
    AND (kind = 'country' OR ${kind} = 'country' OR (region = ${region} AND region <> '')))`;
}

interface PlacedRow {
  placeId: number | null;
  placeText: string | null;
}

/**
 * For users who may change it.
 * @param place from the query that read the row; undefined queries it
 */
export function placementView(
  { placeId, placeText }: PlacedRow,
  place: Pick<PlaceOfRow, "kind" | "label"> | null | undefined = placeId === null ? null : findStoredPlace(placeId),
): PlacementView {
  if (place) return { at: place.kind, label: place.label };
  const match = placeText === null ? undefined : geocode(placeText);
  // Name of the largest.
  const name = match?.found === "several" ? match.alternatives[0]?.name : undefined;
  return name === undefined ? { at: "nowhere" } : { at: "several", name };
}

/** Places in an error message or in suggestions. */
const MAX_SUGGESTIONS = 6;

/**
 * @param field of the error
 * @throws DomainError invalid, with suggestions, if the name is unknown or ambiguous
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
 * Unambiguous names, so that a search accepts them.
 * @param q as typed; one letter names no town
 */
export function suggestTowns(q: string): string[] {
  const names = new Set(suggestPlaces(q, MAX_SUGGESTIONS).map(({ label }) => label));
  return [...names].filter((name) => geocode(name).found === "place");
}

export function unknownPlace(text: string, field: string): DomainError {
  const suggestions = labels(suggestPlaces(text, MAX_SUGGESTIONS));
  return invalidField(
    field,
    suggestions === "" ? PROXIMITY_MESSAGES.unknown : `${PROXIMITY_MESSAGES.unknown} Did you mean ${suggestions}?`,
  );
}

/** Without duplicates. @param places largest first */
function labels(places: readonly Place[]): string {
  const distinct = [...new Set(places.map(({ label }) => label))];
  return [...distinct.slice(0, MAX_SUGGESTIONS), ...(distinct.length > MAX_SUGGESTIONS ? ["and others"] : [])].join(
    "; ",
  );
}

export interface ProximityView {
  /** "Birmingham, United Kingdom"; "the middle of England, United Kingdom". "" without a place. */
  place: string;
  /** Null for items without a map position. */
  km: number | null;
  /** See `unplacedText`; "" without a place. */
  somewhere: string;
}

/** Towns within a radius, or items without a town. */
interface Proximity extends ProximityView {
  /** A condition on the given column. */
  within: SQL;
  /** Ids as a JSON array; null without towns. */
  towns: string | null;
  /** Region and country ids, for items nearby without a map position; null if `within` selects them. */
  wide: SQL | null;
}

interface ProximityInput {
  near: string;
  radius?: number | undefined;
  /** Requests items without a map position instead. */
  unplaced: boolean;
}

/**
 * Undefined for the whole world.
 * @param placeId column of the searched items' places
 * @throws DomainError invalid at `near` if the place is unknown or ambiguous
 */
export function findProximity(
  { near, radius = DEFAULT_RADIUS_KM, unplaced }: ProximityInput,
  placeId: typeof events.placeId | typeof garages.placeId,
): Proximity | undefined {
  if (near === "") {
    const unplacedOnly = {
      place: "",
      km: null,
      somewhere: "",
      within: sql`${placeId} IS NULL`,
      towns: null,
      wide: null,
    };
    return unplaced ? unplacedOnly : undefined;
  }
  const place = getNamedPlace(near, "near");
  const somewhere = unplacedText(place);
  const wide = widePlacesAround(place);
  if (unplaced)
    return { place: place.label, km: null, somewhere, within: sql`${placeId} IN ${wide}`, towns: null, wide: null };
  const towns = JSON.stringify(listTownsWithin(coarse(place), radius).map(({ id }) => id));
  return {
    place: place.kind === "town" ? place.label : `the centre of ${place.label}`,
    km: radius,
    somewhere,
    within: sql`${placeId} IN (SELECT value FROM json_each(${towns}))`,
    towns,
    wide,
  };
}

import { eq, type SQL, sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { places } from "~/db/schema";
import { type DomainError, invalidField } from "~/lib/errors";
import { boxesAround, distanceKm, type Point } from "~/lib/geo";
import { geocode, suggestPlaces } from "~/services/geocoder/geocoder.server";
import type { Place } from "~/services/geocoder/place";
import type { PlacingView } from "./placing";
import { PROXIMITY_MESSAGES } from "./proximity";

/** A place as things here are placed at it. */
export type PlaceRow = Omit<typeof places.$inferSelect, "x" | "y">;

const placeById = prepared((database) =>
  database
    .select()
    .from(places)
    .where(eq(places.id, sql.placeholder("id")))
    .prepare(),
);

export type StoredPlace = typeof places.$inferSelect;

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
export function listTownsWithin(center: Point, km: number): (StoredTown & { km: number })[] {
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
 * How a row's place is told to whoever may change it.
 * @param place from whoever has read it with the row; else it is looked up
 */
export function placingView(
  { placeId, placeText }: PlacedRow,
  place: Pick<PlaceOfRow, "kind" | "label"> | null | undefined = placeId === null ? null : findStoredPlace(placeId),
): PlacingView {
  if (place) return { at: place.kind, label: place.label };
  const match = placeText === null ? undefined : geocode(placeText);
  // By what the largest of them is called.
  const name = match?.found === "several" ? match.alternatives[0]?.name : undefined;
  return name === undefined ? { at: "nowhere" } : { at: "several", name };
}

/** Places that an error message names at most. */
const NAMED = 6;

/**
 * The one place that a search names; an ambiguous name is refused.
 * @param field where the refusal stands
 * @throws DomainError invalid, with what it may have meant, where the text names no place, or one of several
 */
export function getNamedPlace(text: string, field: string): Place {
  const match = geocode(text);
  if (match.found === "place") return match.place;
  const [first, ...others] = match.found === "several" ? match.alternatives : [];
  if (first === undefined) throw unknownPlace(text, field);
  throw invalidField(
    field,
    `Several places are called ${first.name}: ${labels([first, ...others])}. Please add the region or country.`,
  );
}

/** The refusal of a place that the gazetteer does not have, with towns that may have been meant. */
export function unknownPlace(text: string, field: string): DomainError {
  const meant = labels(suggestPlaces(text, NAMED));
  return invalidField(
    field,
    meant === "" ? PROXIMITY_MESSAGES.unknown : `${PROXIMITY_MESSAGES.unknown} Perhaps ${meant}?`,
  );
}

/** The largest ones, each once. @param places largest first */
function labels(places: readonly Place[]): string {
  const distinct = [...new Set(places.map(({ label }) => label))];
  return [...distinct.slice(0, NAMED), ...(distinct.length > NAMED ? ["and others"] : [])].join("; ");
}

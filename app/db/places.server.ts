import { eq, type SQL, sql } from "drizzle-orm";
import { boxesAround, coarse, distanceKm, type MapBox, type Point, toMap } from "~/lib/geo";
import { db } from "./client.server";
import { prepared } from "./prepared.server";
import { places } from "./schema";

/** A place as things here are placed at it. */
export type PlaceRow = Omit<typeof places.$inferSelect, "x" | "y">;

/**
 * Keeps a place of the gazetteer, so that things can be placed at it; a second time changes nothing. Coordinates are
 * kept no finer than they may be sent (decisions, Map search).
 * @returns its id
 */
export function keepPlace({ id, kind, name, region, country, label, lat, lng }: PlaceRow): number {
  const point = coarse({ lat, lng });
  db()
    .insert(places)
    .values({ id, kind, name, region, country, label, ...point, ...toMap(point) })
    .onConflictDoNothing()
    .run();
  return id;
}

const placeById = prepared((database) =>
  database
    .select()
    .from(places)
    .where(eq(places.id, sql.placeholder("id")))
    .prepare(),
);

export type KeptPlace = typeof places.$inferSelect;

export function findKeptPlace(id: number): KeptPlace | undefined {
  return placeById().get({ id });
}

/** A town where something is placed. */
export type KeptTown = Pick<KeptPlace, "id" | "label" | "lat" | "lng" | "x" | "y">;

const townsInBox = prepared((database) =>
  database
    .select({ id: places.id, label: places.label, lat: places.lat, lng: places.lng, x: places.x, y: places.y })
    // The box first: without the cross join the planner may begin with all towns.
    .from(sql`place_box`)
    .crossJoin(places)
    .where(
      sql`${places.id} = place_box.id
        AND place_box.west >= ${sql.placeholder("west")} AND place_box.east <= ${sql.placeholder("east")}
        AND place_box.north >= ${sql.placeholder("north")} AND place_box.south <= ${sql.placeholder("south")}`,
    )
    .limit(sql.placeholder("limit"))
    .prepare(),
);

/** Towns in these parts of the flat map where something is placed, in no order, at most `limit`. */
export function listTownsIn(boxes: readonly MapBox[], limit = Number.MAX_SAFE_INTEGER): KeptTown[] {
  return boxes.flatMap((box) => townsInBox().all({ ...box, limit })).slice(0, limit);
}

/** Towns where something is placed, within `km` of `center`, nearest first. */
export function listTownsWithin(center: Point, km: number): (KeptTown & { km: number })[] {
  return listTownsIn(boxesAround(center, km))
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

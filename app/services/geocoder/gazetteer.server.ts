import { and, eq, getTableColumns, gte, inArray, lt, sql } from "drizzle-orm";
import { placeNames, places } from "~/db/world/schema";
import { preparedWorld, type World, world } from "~/db/world/world.server";
import type { Point } from "~/lib/geo";
import { nameKey } from "./names";
import type { Place } from "./place";
import { SQUARES_ACROSS, squareOf } from "./square";

/** What the gazetteer holds of a place. */
export type PlaceRow = typeof places.$inferSelect;

/** A place that goes by a name. */
export interface Named extends PlaceRow {
  /** What kind of name that is. */
  by: (typeof placeNames.$inferSelect)["kind"];
}

const named = (database: World) =>
  database
    .select({ ...getTableColumns(places), by: placeNames.kind })
    .from(placeNames)
    .innerJoin(places, eq(places.id, placeNames.placeId));

const byName = preparedWorld((database) =>
  named(database)
    .where(eq(placeNames.name, sql.placeholder("name")))
    .prepare(),
);

const byStart = preparedWorld((database) =>
  named(database)
    .where(
      and(
        gte(placeNames.name, sql.placeholder("from")),
        lt(placeNames.name, sql.placeholder("until")),
        eq(places.kind, "town"),
      ),
    )
    .orderBy(sql`${places.population} desc`)
    .limit(sql.placeholder("limit"))
    .prepare(),
);

const byId = preparedWorld((database) =>
  database
    .select()
    .from(places)
    .where(eq(places.id, sql.placeholder("id")))
    .prepare(),
);

/** Everything that goes by a name. @param key what `nameKey` makes of it */
export function listNamed(key: string): Named[] {
  return key === "" ? [] : byName().all({ name: key });
}

/** The largest towns with a name that starts so. */
export function listStartingWith(text: string, limit: number): Named[] {
  const from = nameKey(text);
  return from === "" ? [] : byStart().all({ from, until: `${from}\u{10ffff}`, limit });
}

export function findRow(id: number): PlaceRow | undefined {
  return byId().get({ id });
}

/** The towns in the square degrees within `reach` squares of a point's. */
export function listTownsAround(point: Point, reach: number): PlaceRow[] {
  const squares: number[] = [];
  for (let north = -reach; north <= reach; north += 1) {
    const lat = point.lat + north;
    if (lat < -90 || lat > 90) continue;
    for (let east = -reach; east <= reach; east += 1) squares.push(squareOf({ lat, lng: point.lng + east }));
  }
  const distinct = [...new Set(squares)].filter((square) => square >= 0 && square < 180 * SQUARES_ACROSS);
  return world().select().from(places).where(inArray(places.square, distinct)).all();
}

export function toPlace({ id, kind, name, region, country, lat, lng, label, population }: PlaceRow): Place {
  return { id, kind, name, region, country, lat, lng, label, population };
}

import { and, eq, getTableColumns, gte, inArray, lt, sql } from "drizzle-orm";
import { isAmongIds } from "~/db/client.server";
import { placeNames, places } from "~/db/world/schema";
import { preparedWorld, type World } from "~/db/world/world.server";
import { type Point, toSquare } from "~/lib/geo";
import { startKey } from "./names";

export type PlaceRow = typeof places.$inferSelect;

/** A town, or the region or country of a less exact text. */
export type Place = Omit<PlaceRow, "regionId" | "countyId" | "square" | "timeZone">;

export interface NamedPlace extends PlaceRow {
  by: (typeof placeNames.$inferSelect)["kind"];
}

const namedPlaces = (database: World) =>
  database
    .select({ ...getTableColumns(places), by: placeNames.kind })
    .from(placeNames)
    .innerJoin(places, eq(places.id, placeNames.placeId));

const byName = preparedWorld((database) =>
  namedPlaces(database)
    .where(eq(placeNames.name, sql.placeholder("name")))
    .prepare(),
);

const byStart = preparedWorld((database) =>
  namedPlaces(database)
    .where(
      and(
        gte(placeNames.name, sql.placeholder("from")),
        lt(placeNames.name, sql.placeholder("until")),
        inArray(placeNames.kind, ["own", "short"]),
        eq(places.kind, "town"),
      ),
    )
    .groupBy(places.id)
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

const zonesByIds = preparedWorld((database) =>
  database.select({ id: places.id, timeZone: places.timeZone }).from(places).where(isAmongIds(places.id)).prepare(),
);

const inSquare = preparedWorld((database) =>
  database
    .select({ id: places.id, lat: places.lat, lng: places.lng })
    .from(places)
    .where(eq(places.square, sql.placeholder("square")))
    .prepare(),
);

/** @param key made by `nameKey` */
export function listNamed(key: string): NamedPlace[] {
  return key === "" ? [] : byName().all({ name: key });
}

/** In alphabetic scripts; shorter prefixes match too many names. */
const MIN_START = 3;

export function listStartingWith(text: string, limit: number): NamedPlace[] {
  const from = startKey(text);
  if (from === "" || (/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(from) && from.length < MIN_START))
    return [];
  return byStart().all({ from, until: `${from}\u{10ffff}`, limit });
}

export function findRow(id: number): PlaceRow | undefined {
  return byId().get({ id });
}

/** IANA names, if known. */
export function readTimeZones(ids: readonly number[]): Map<number, string> {
  const rows = ids.length === 0 ? [] : zonesByIds().all({ ids: JSON.stringify(ids) });
  return new Map(rows.flatMap(({ id, timeZone }) => (timeZone === null ? [] : [[id, timeZone] as const])));
}

/** Within `reach` square degrees of the point's own. */
export function listSpotsAround(point: Point, reach: number): (Point & { id: number })[] {
  const squares = new Set<number>();
  for (let north = -reach; north <= reach; north += 1) {
    const lat = point.lat + north;
    if (lat < -90 || lat > 90) continue;
    for (let east = -reach; east <= reach; east += 1) squares.add(toSquare({ lat, lng: point.lng + east }));
  }
  return [...squares].flatMap((square) => inSquare().all({ square }));
}

export function toPlace({ id, kind, name, region, country, lat, lng, label, population }: PlaceRow): Place {
  return { id, kind, name, region, country, lat, lng, label, population };
}

export type Geocoded =
  | { found: "place"; place: Place; alternatives: Place[] }
  | { found: "several"; alternatives: Place[] }
  | { found: "nothing" };

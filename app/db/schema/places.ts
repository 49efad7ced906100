import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Referenced gazetteer places, copied at first use. Towns are also in the R*Tree `place_box`, filled by a trigger. */
export const places = sqliteTable(
  "places",
  {
    id: integer().primaryKey(),
    /** Only towns are points of the map; a region or a country is "somewhere in". */
    kind: text({ enum: ["town", "region", "country"] }).notNull(),
    name: text().notNull(),
    region: text().notNull(),
    /** ISO 3166-1 alpha-2. */
    country: text().notNull(),
    label: text().notNull(),
    /** Degrees, to hundredths: never more exact than the town's centre (places README, Near). */
    lat: real().notNull(),
    lng: real().notNull(),
    /** See `lib/geo.ts`. */
    x: integer().notNull(),
    y: integer().notNull(),
  },
  (t) => [index("places_wide").on(t.country, t.kind).where(sql`kind <> 'town'`)],
);

export const MAP_KINDS = { garages: 0, events: 1 } as const;

/**
 * Garages with `showOnMap`, approved events. Kept by triggers. Events are also in the R*Tree `event_box`, by place and
 * days at once.
 */
export const mapItems = sqliteTable(
  "map_things",
  {
    kind: integer().notNull(),
    id: integer().notNull(),
    placeId: integer().notNull(),
    /** Empty for garages. */
    category: text().notNull(),
    /** Days since 1970; a garage covers all days. */
    firstDay: integer().notNull(),
    lastDay: integer().notNull(),
    /** Of the series' earlier dates: the map shows the date after it. */
    previousDay: integer().notNull().default(-1_000_000),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.id] }),
    index("map_things_place").on(t.placeId, t.kind, t.firstDay, t.id, t.lastDay, t.category, t.previousDay),
  ],
);

/**
 * Items in each square of the flat map. Kept by triggers. In a date range: items ending on `from` or later, minus items
 * starting after `to`.
 */
export const mapCells = sqliteTable(
  "map_cells",
  {
    /** Squares across the map as a power of two; at level 0 each town is its own square (`x` is its id). */
    level: integer().notNull(),
    kind: integer().notNull(),
    /** An event counts under its own and the empty one. */
    category: text().notNull(),
    /** 0: counted at the last day, 1: at the first, 2: at `previousDay`. */
    edge: integer().notNull(),
    x: integer().notNull(),
    y: integer().notNull(),
    day: integer().notNull(),
    things: integer().notNull(),
    sumX: integer().notNull(),
    sumY: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.level, t.kind, t.category, t.edge, t.x, t.y, t.day] })],
);

import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row: the version of the base map, which changes with its content. */
export const baseMap = sqliteTable("base_map", { version: text().notNull() });

/** Tiles with land (see `app/services/base-map`); other tiles are sea only. */
export const baseTiles = sqliteTable(
  "base_tiles",
  {
    zoom: integer().notNull(),
    x: integer().notNull(),
    y: integer().notNull(),
    /** Path data of areas, in the zoom's units from the tile's corner. */
    land: text().notNull(),
    /** Path data of lines. */
    borders: text().notNull(),
    /** Built-up areas, see `formatDots`. */
    towns: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.zoom, t.x, t.y] })],
);

/** The towns that are named at each zoom, by the tile that they lie in. */
export const baseLabels = sqliteTable(
  "base_labels",
  {
    zoom: integer().notNull(),
    tileX: integer().notNull(),
    tileY: integer().notNull(),
    /** Largest first, over the whole map. */
    place: integer().notNull(),
    name: text().notNull(),
    /** On the flat map, see `lib/geo.ts`. */
    x: integer().notNull(),
    y: integer().notNull(),
    /** From 1, a metropolis, to 4. */
    rank: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.zoom, t.tileX, t.tileY, t.place] })],
);

import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

// Written by `app/cli/map-data`, with keys and indexes; here it is only read.

/** Towns of 1,000 people or more (GeoNames), motoring venues, regions and countries, the latter at their centre of population. */
export const places = sqliteTable("places", {
  /** GeoNames id of a town, or over a billion; negative for regions and countries. The same in every data file. */
  id: integer().primaryKey(),
  kind: text({ enum: ["town", "region", "country"] }).notNull(),
  name: text().notNull(),
  /** First-level; "" if none. */
  region: text().notNull(),
  /** ISO 3166-1 alpha-2. */
  country: text().notNull(),
  /** Degrees, to hundredths. */
  lat: real().notNull(),
  lng: real().notNull(),
  /** 0 if unknown. */
  population: integer().notNull(),
  /** "Birmingham, United Kingdom", "Springfield, Illinois, United States". */
  label: text().notNull(),
  regionId: integer(),
  countyId: integer(),
  /** Of a town, see `toSquare`. */
  square: integer(),
  /** IANA, of a town: regions may have several. */
  timeZone: text(),
});

/** In the form of `nameKey`. */
export const placeNames = sqliteTable("place_names", {
  name: text().notNull(),
  placeId: integer().notNull(),
  /** The own name, a part of it, another name, or an abbreviation (valid only with another name). */
  kind: text({ enum: ["own", "short", "other", "code"] }).notNull(),
});

/** One row; changes with the content. */
export const baseMap = sqliteTable("base_map", { version: text().notNull() });

/** Tiles with land (see `app/services/base-map`); others are sea only. */
export const baseTiles = sqliteTable("base_tiles", {
  zoom: integer().notNull(),
  x: integer().notNull(),
  y: integer().notNull(),
  /** Areas, in the zoom's units from the tile's corner. */
  land: text().notNull(),
  /** Lines. */
  borders: text().notNull(),
  /** A line for each diameter (see `spotTowns`). */
  towns: text().notNull(),
});

/** At each zoom, by tile. */
export const baseLabels = sqliteTable("base_labels", {
  zoom: integer().notNull(),
  tileX: integer().notNull(),
  tileY: integer().notNull(),
  /** Rank by size, largest first, over the whole map. */
  place: integer().notNull(),
  name: text().notNull(),
  /** On the flat map, see `lib/geo.ts`. */
  x: integer().notNull(),
  y: integer().notNull(),
  /** 1 (a metropolis) to 4. */
  rank: integer().notNull(),
});

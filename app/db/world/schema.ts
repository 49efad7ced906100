import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

// Written by `app/cli/map-data`, with keys and indexes; here it is only read.

/**
 * Towns of at least 1,000 people (GeoNames), and their regions and countries. A region's or country's position is the
 * centre of its population.
 */
export const places = sqliteTable("places", {
  /** GeoNames id of a town; regions and countries have negative ids, the same in every data file. */
  id: integer().primaryKey(),
  kind: text({ enum: ["town", "region", "country"] }).notNull(),
  name: text().notNull(),
  /** Name of the first-level region, "" if there is none. */
  region: text().notNull(),
  /** ISO 3166-1 alpha-2. */
  country: text().notNull(),
  /** Degrees, hundredths. */
  lat: real().notNull(),
  lng: real().notNull(),
  population: integer().notNull(),
  /** "Birmingham, United Kingdom", "Springfield, Illinois, United States", "England, United Kingdom". */
  label: text().notNull(),
  /** Of the first-level region. */
  regionId: integer(),
  /** Of the second-level region. */
  countyId: integer(),
  /** Of a town: its square degree, see `toSquare`. Otherwise null. */
  square: integer(),
  /** Of a town: IANA time zone, such as "Europe/London". Otherwise null: regions may have several. */
  timeZone: text(),
});

/** All names of a place, in the form of `nameKey`. */
export const placeNames = sqliteTable("place_names", {
  name: text().notNull(),
  placeId: integer().notNull(),
  /** The place's own name, a part of it, another name, or an abbreviation (valid only with another name). */
  kind: text({ enum: ["own", "short", "other", "code"] }).notNull(),
});

/** One row: the version of the base map, which changes with its content. */
export const baseMap = sqliteTable("base_map", { version: text().notNull() });

/** Tiles with land (see `app/services/base-map`); other tiles are sea only. */
export const baseTiles = sqliteTable("base_tiles", {
  zoom: integer().notNull(),
  x: integer().notNull(),
  y: integer().notNull(),
  /** Path data of areas, in the zoom's units from the tile's corner. */
  land: text().notNull(),
  /** Path data of lines. */
  borders: text().notNull(),
  /** Built-up areas, a line for each diameter (see `spotTowns`). */
  towns: text().notNull(),
});

/** The towns named at each zoom, by tile. */
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
  /** From 1, a metropolis, to 4. */
  rank: integer().notNull(),
});

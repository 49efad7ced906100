import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

// What `app/cli/map-data` writes, with keys and indexes; here it is only read.

/**
 * The gazetteer: towns of at least 1,000 people (GeoNames), and the regions and countries they lie in. A region or a
 * country stands where the middle of its people is.
 */
export const places = sqliteTable("places", {
  /** GeoNames id of a town; regions and countries have negative ones, the same in every data file. */
  id: integer().primaryKey(),
  kind: text({ enum: ["town", "region", "country"] }).notNull(),
  name: text().notNull(),
  /** Name of the first-level region, "" where there is none. */
  region: text().notNull(),
  /** ISO 3166-1 alpha-2. */
  country: text().notNull(),
  /** Where it lies or, for a region or country, the middle of its people; degrees, hundredths. */
  lat: real().notNull(),
  lng: real().notNull(),
  population: integer().notNull(),
  /** "Birmingham, United Kingdom", "Springfield, Illinois, United States", "England, United Kingdom". */
  label: text().notNull(),
  /** The first-level region it lies in. */
  regionId: integer(),
  /** The second-level region it lies in. */
  countyId: integer(),
  /** Of a town: the square degree it lies in, see `toSquare`. Of anything else: null. */
  square: integer(),
  /** Of a town: the IANA name of its time zone, such as "Europe/London". Of anything else, which may have several: null. */
  timeZone: text(),
});

/** Every name that a place goes by, as `nameKey` makes them comparable. */
export const placeNames = sqliteTable("place_names", {
  name: text().notNull(),
  placeId: integer().notNull(),
  /** The place's own name, a part of it, another name, or an abbreviation that counts beside another name only. */
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

/** The towns that are named at each zoom, by the tile that they lie in. */
export const baseLabels = sqliteTable("base_labels", {
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
});

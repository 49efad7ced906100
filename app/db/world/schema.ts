import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The gazetteer: towns of at least 1,000 people (GeoNames), and the regions and countries they lie in. A region or a
 * country stands where the middle of its people is.
 */
export const places = sqliteTable(
  "places",
  {
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
    label: text().notNull(),
    /** The first-level region it lies in. */
    regionId: integer(),
    /** The second-level region it lies in. */
    countyId: integer(),
    /** Of a town: the square degree it lies in, see `squareOf`. Of anything else: null. */
    square: integer(),
    /** Of a town: the IANA name of its time zone, such as "Europe/London". Of anything else, which may have several: null. */
    timeZone: text(),
  },
  (table) => [index("places_square").on(table.square)],
);

/** Every name that a place goes by, as `nameKey` makes them comparable. */
export const placeNames = sqliteTable(
  "place_names",
  {
    name: text().notNull(),
    placeId: integer().notNull(),
    /** The place's own name, a part of it, another name, or an abbreviation that counts beside another name only. */
    kind: text({ enum: ["own", "short", "other", "code"] }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.placeId] })],
);

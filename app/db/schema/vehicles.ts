import { type AnySQLiteColumn, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { counter, hidden, id, timestamp } from "../columns";
import { users } from "./accounts";
import { buildEntries } from "./build-log";
import { garages } from "./garages";
import { makes, models } from "./makes";

/** A row of a vehicle's spec sheet, such as Engine: 1.6 l Twin Cam. */
export interface SpecRow {
  name: string;
  value: string;
}

export const vehicles = sqliteTable(
  "vehicles",
  {
    id: id(),
    garageId: integer()
      .notNull()
      .references(() => garages.id, { onDelete: "cascade" }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    make: text().notNull(),
    model: text().notNull(),
    year: integer().notNull(),
    /** The make and model that these words mean; null until a row of former days has been filed. */
    makeId: integer().references(() => makes.id),
    modelId: integer().references(() => models.id),
    condition: text().notNull().default(""),
    description: text().notNull().default(""),
    story: text().notNull().default(""),
    /** In the owner's order; read with its vehicle, and never searched. */
    specs: text({ mode: "json" }).$type<SpecRow[]>().notNull().default([]),
    /** File name under /img/photos/ or a full URL; null shows default-vehicle.png. */
    coverPhoto: text(),
    likeCount: counter(),
    commentCount: counter(),
    /** Photos of its gallery: those of its build log are counted by their entries. */
    photoCount: counter(),
    /** Entries of its build log. */
    buildCount: counter(),
    /** Year, make and model folded by `lib/text` for search. */
    searchText: text().notNull(),
    hidden: hidden(),
    createdAt: timestamp().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    index("vehicles_newest").on(t.hidden, t.createdAt, t.id),
    index("vehicles_garage").on(t.garageId, t.hidden, t.createdAt, t.id),
    index("vehicles_user").on(t.userId),
    // One for each way to narrow the list of all vehicles, with each of its orders.
    index("vehicles_year").on(t.hidden, t.year, t.createdAt, t.id),
    index("vehicles_liked").on(t.hidden, t.likeCount, t.id, t.year),
    index("vehicles_make").on(t.makeId, t.hidden, t.createdAt, t.id, t.year),
    index("vehicles_make_year").on(t.makeId, t.hidden, t.year, t.createdAt, t.id),
    index("vehicles_make_liked").on(t.makeId, t.hidden, t.likeCount, t.id, t.year),
    index("vehicles_model").on(t.modelId, t.hidden, t.createdAt, t.id, t.year),
    index("vehicles_model_year").on(t.modelId, t.hidden, t.year, t.createdAt, t.id),
    index("vehicles_model_liked").on(t.modelId, t.hidden, t.likeCount, t.id, t.year),
  ],
);

export const photos = sqliteTable(
  "photos",
  {
    id: id(),
    vehicleId: integer()
      .notNull()
      .references(() => vehicles.id, { onDelete: "cascade" }),
    /** The entry of the build log that it belongs to; null in the vehicle's gallery. */
    entryId: integer().references((): AnySQLiteColumn => buildEntries.id, { onDelete: "cascade" }),
    /** File name under /img/photos/ (it carries size and colour, see `lib/image-name`) or a full URL. */
    photo: text().notNull(),
    caption: text().notNull().default(""),
    /** Order in the gallery, or in its entry, from 1, without gaps. */
    position: integer().notNull(),
    /** What its files take up, for the owner's quota; 0 for sample data, which shares its files. */
    bytes: counter(),
    /** As its vehicle is: so that one look-up tells whether anything shown has a file, however many rows mention it. */
    hidden: hidden(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("photos_vehicle").on(t.vehicleId, t.entryId, t.position),
    index("photos_entry").on(t.entryId, t.position),
    index("photos_file").on(t.photo, t.hidden),
  ],
);

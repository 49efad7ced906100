import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { counter, hidden, id, timestamp } from "../columns";
import { users } from "./accounts";
import { garages } from "./garages";

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
    condition: text().notNull().default(""),
    description: text().notNull().default(""),
    story: text().notNull().default(""),
    /** File name under /img/photos/ or a full URL; null shows default-vehicle.png. */
    coverPhoto: text(),
    likeCount: counter(),
    commentCount: counter(),
    photoCount: counter(),
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
  ],
);

export const photos = sqliteTable(
  "photos",
  {
    id: id(),
    vehicleId: integer()
      .notNull()
      .references(() => vehicles.id, { onDelete: "cascade" }),
    /** File name under /img/photos/ (it carries size and colour, see `lib/image-name`) or a full URL. */
    photo: text().notNull(),
    caption: text().notNull().default(""),
    /** Order in the gallery, from 1, without gaps. */
    position: integer().notNull(),
    /** What its files take up, for the owner's quota; 0 for sample data, which shares its files. */
    bytes: counter(),
    /** As its vehicle is: so that one look-up tells whether anything shown has a file, however many rows mention it. */
    hidden: hidden(),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("photos_vehicle").on(t.vehicleId, t.position), index("photos_file").on(t.photo, t.hidden)],
);

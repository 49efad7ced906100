import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { counter, flag, hidden, id, timestamp } from "../columns";
import { users } from "./accounts";
import { places } from "./places";

export const garages = sqliteTable(
  "garages",
  {
    id: id(),
    /** A user has at most one garage (garages README, Rules). */
    userId: integer()
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    nameFolded: text().notNull(),
    description: text().notNull().default(""),
    /** If null, lists show the newest vehicle cover. */
    coverPhoto: text(),
    location: text().notNull(),
    isPublicAddress: flag().notNull().default(false),
    /** Public; null unless `isPublicAddress`. */
    address: text(),
    showOnMap: flag().notNull().default(false),
    /** Of `location`, by gazetteer or owner; null if not found. */
    placeId: integer().references(() => places.id),
    /** The `location` of the last look-up. */
    placeText: text(),
    vehicleCount: counter(),
    photoCount: counter(),
    reviewCount: counter(),
    ratingSum: counter(),
    hidden: hidden(),
    createdAt: timestamp().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    index("garages_newest").on(t.hidden, t.createdAt, t.id),
    index("garages_most_vehicles").on(t.hidden, t.vehicleCount, t.id),
    index("garages_place").on(t.placeId, t.showOnMap, t.hidden, t.id),
    index("garages_unplaced").on(t.id).where(sql`place_text IS NULL`),
  ],
);

import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { counter, hidden, id, timestamp } from "../columns";
import { buildEntries } from "./build-log";
import { vehicles } from "./vehicles";

export const photos = sqliteTable(
  "photos",
  {
    id: id(),
    vehicleId: integer()
      .notNull()
      .references(() => vehicles.id, { onDelete: "cascade" }),
    /** The entry of the build log that it belongs to; null in the vehicle's gallery. */
    entryId: integer().references(() => buildEntries.id, { onDelete: "cascade" }),
    /** File name under /img/photos/ (it carries size and colour, see `lib/image-name`) or a full URL. */
    photo: text().notNull(),
    caption: text().notNull().default(""),
    /** Order in the gallery, or in its entry, from 1, without gaps. */
    position: integer().notNull(),
    /** What its files take up, for the owner's quota; 0 where a row of sample data shares the files of another. */
    bytes: counter(),
    /** As its vehicle is: so that one look-up tells whether anything shown has a file, however many rows mention it. */
    hidden: hidden(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("photos_vehicle").on(t.vehicleId, t.entryId, t.position),
    index("photos_entry").on(t.entryId, t.position).where(sql`entry_id IS NOT NULL`),
    index("photos_file").on(t.photo, t.hidden),
  ],
);

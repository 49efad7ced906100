import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { counter, hidden, id, partOf, timestamp } from "../columns";
import { users } from "./accounts";
import { buildEntries } from "./build-log";
import { vehicles } from "./vehicles";

export const photos = sqliteTable(
  "photos",
  {
    id: id(),
    vehicleId: partOf(() => vehicles.id),
    /** The entry of the build log that it belongs to; null in the vehicle's gallery. */
    entryId: integer().references(() => buildEntries.id, { onDelete: "cascade" }),
    /** File name under /img/photos/ (it carries size and colour, see `lib/images`) or a full URL. */
    photo: text().notNull(),
    caption: text().notNull().default(""),
    /** Order in the gallery, or in its entry, from 1, without gaps. */
    position: integer().notNull(),
    /** What its files take up, for the owner's quota; 0 where a row of sample data shares the files of another. */
    bytes: counter(),
    /** As its vehicle is: so that one look-up tells whether anything shown has a file, however many rows mention it. */
    hidden: hidden(),
    /**
     * It was its vehicle's cover when staff hid it, and is again once it is shown: 1 the first, 2 what stood in for that
     * and was hidden too, and so on; else 0. Kept by triggers.
     */
    coverRank: counter(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("photos_vehicle").on(t.vehicleId, t.entryId, t.position),
    index("photos_entry").on(t.entryId, t.position).where(sql`entry_id IS NOT NULL`),
    index("photos_file").on(t.photo, t.hidden),
  ],
);

/** Photos that came by themselves, before the form that they were chosen in. */
export const uploads = sqliteTable(
  "uploads",
  {
    /** Random, 32 hex digits: its address, and the name of its file. */
    id: text().primaryKey(),
    userId: partOf(() => users.id),
    /** As the browser named it; for messages. */
    filename: text().notNull(),
    /** Bytes that were announced. */
    size: integer().notNull(),
    /** When all of it had come and was found to be a picture. */
    finishedAt: timestamp(),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("uploads_user").on(t.userId, t.createdAt), index("uploads_created").on(t.createdAt)],
);

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
    /** Null in the vehicle's gallery. */
    entryId: integer().references(() => buildEntries.id, { onDelete: "cascade" }),
    /** File name under /img/photos/ (contains size and colour, see `lib/images`), or a full URL. */
    photo: text().notNull(),
    caption: text().notNull().default(""),
    /** New caption pending review or refused, of a vehicle or entry that others see with the old one. */
    heldCaption: text(),
    /** From 1, without gaps. */
    position: integer().notNull(),
    /** For the owner's quota; 0 if sample data shares another row's files. */
    bytes: counter(),
    /** Copied from its vehicle: one look-up finds out whether a file is visible. */
    hidden: hidden(),
    /**
     * Not 0 if it was the cover when staff hid it; unhiding makes it the cover again. 1 is the first cover, 2 its
     * replacement, hidden later, and so on. Kept by triggers.
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

export const uploads = sqliteTable(
  "uploads",
  {
    /** Random, 32 hex digits: in its address and file name. */
    id: text().primaryKey(),
    userId: partOf(() => users.id),
    filename: text().notNull(),
    /** Declared size, bytes. */
    size: integer().notNull(),
    /** All bytes had arrived and were a valid picture. */
    finishedAt: timestamp(),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("uploads_user").on(t.userId, t.createdAt), index("uploads_created").on(t.createdAt)],
);

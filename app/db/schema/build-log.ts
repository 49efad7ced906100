import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { counter, hidden, id, partOf, timestamp } from "../columns";
import { users } from "./accounts";
import { vehicles } from "./vehicles";

/** Unknown texts are empty. */
export interface PartRow {
  name: string;
  maker: string;
  number: string;
  url: string;
}

export const buildEntries = sqliteTable(
  "build_entries",
  {
    id: id(),
    vehicleId: partOf(() => vehicles.id),
    userId: partOf(() => users.id),
    kind: text().notNull(),
    title: text().notNull(),
    text: text().notNull().default(""),
    /** Of the work: YYYY-MM-DD. */
    date: text().notNull(),
    mileage: integer(),
    /** km or mi; null without a mileage. */
    unit: text(),
    status: text(),
    area: text(),
    /** Hundredths of the currency. */
    cost: integer(),
    /** ISO 4217. */
    currency: text(),
    costIsPublic: integer({ mode: "boolean" }).notNull().default(false),
    /** Ordered; never searched. */
    parts: text({ mode: "json" }).$type<PartRow[]>().notNull().default([]),
    photoCount: counter(),
    hidden: hidden(),
    createdAt: timestamp().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    index("build_entries_vehicle").on(t.vehicleId, t.hidden, t.date, t.id),
    index("build_entries_kind").on(t.vehicleId, t.kind, t.hidden, t.date, t.id),
    index("build_entries_newest").on(t.hidden, t.createdAt, t.id),
    index("build_entries_user").on(t.userId, t.hidden, t.createdAt, t.id),
  ],
);

export const activities = sqliteTable(
  "activities",
  {
    id: id(),
    /** vehicle, photos or build. */
    type: text().notNull(),
    userId: partOf(() => users.id),
    vehicleId: partOf(() => vehicles.id),
    /** Of build. */
    entryId: integer().references(() => buildEntries.id, { onDelete: "cascade" }),
    /** Of photos: UTC day, in days since 1970. Photos of one day are one row. */
    day: integer(),
    photoCount: counter(),
    hidden: hidden(),
    /** Of photos, the last one. */
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("activities_owner").on(t.userId, t.hidden, t.createdAt, t.id),
    index("activities_recent").on(t.createdAt, t.userId).where(sql`hidden = 0`),
    index("activities_vehicle").on(t.vehicleId, t.type, t.day),
    index("activities_entry").on(t.entryId).where(sql`entry_id IS NOT NULL`),
  ],
);

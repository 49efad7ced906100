import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { counter, hidden, id, partOf, timestamp } from "../columns";
import { users } from "./accounts";
import { garages } from "./garages";
import { makes, models } from "./makes";

export interface SpecRow {
  name: string;
  value: string;
}

export const vehicles = sqliteTable(
  "vehicles",
  {
    id: id(),
    garageId: partOf(() => garages.id),
    userId: partOf(() => users.id),
    make: text().notNull(),
    model: text().notNull(),
    year: integer().notNull(),
    /** Null until an older row has been filed. */
    makeId: integer().references(() => makes.id),
    modelId: integer().references(() => models.id),
    condition: text().notNull().default(""),
    description: text().notNull().default(""),
    story: text().notNull().default(""),
    /** Ordered; never searched. */
    specs: text({ mode: "json" }).$type<SpecRow[]>().notNull().default([]),
    /** Under /img/photos/, or a full URL; null shows default-vehicle.png. */
    coverPhoto: text(),
    likeCount: counter(),
    commentCount: counter(),
    /** Without the build log's. */
    photoCount: counter(),
    buildCount: counter(),
    /** Folded year, make and model. */
    searchText: text().notNull(),
    hidden: hidden(),
    createdAt: timestamp().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    index("vehicles_newest").on(t.hidden, t.createdAt, t.id, t.year, t.condition),
    index("vehicles_garage").on(t.garageId, t.hidden, t.createdAt, t.id),
    index("vehicles_user").on(t.userId),
    // One index per filter of the list of all vehicles and per order; year and condition are included, so that they are
    // read without the row.
    index("vehicles_year").on(t.hidden, t.year, t.createdAt, t.id, t.likeCount, t.condition),
    index("vehicles_liked").on(t.hidden, t.likeCount, t.id, t.year, t.condition),
    index("vehicles_make").on(t.makeId, t.hidden, t.createdAt, t.id, t.year, t.condition),
    index("vehicles_make_year").on(t.makeId, t.hidden, t.year, t.createdAt, t.id, t.likeCount, t.condition),
    index("vehicles_make_liked").on(t.makeId, t.hidden, t.likeCount, t.id, t.year, t.condition),
    index("vehicles_model").on(t.modelId, t.hidden, t.createdAt, t.id, t.year, t.condition),
    index("vehicles_model_year").on(t.modelId, t.hidden, t.year, t.createdAt, t.id, t.likeCount, t.condition),
    index("vehicles_model_liked").on(t.modelId, t.hidden, t.likeCount, t.id, t.year, t.condition),
  ],
);

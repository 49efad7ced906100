import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { counter, id } from "../columns";

/** In any spelling. Filing a vehicle creates the row; triggers update count and name, and delete it. */
export const makes = sqliteTable(
  "makes",
  {
    id: id(),
    /** Of all spellings (`features/makes/key.ts`). */
    key: text().notNull().unique(),
    /** Most common spelling of its visible vehicles, without aliases. */
    name: text().notNull(),
    vehicleCount: counter(),
  },
  (t) => [
    index("makes_biggest").on(sql`vehicle_count DESC`, t.key).where(sql`vehicle_count > 0`),
    index("makes_by_name").on(t.key).where(sql`vehicle_count > 0`),
  ],
);

/** Same rules as `makes`. */
export const models = sqliteTable(
  "models",
  {
    id: id(),
    makeId: integer()
      .notNull()
      .references(() => makes.id),
    key: text().notNull(),
    name: text().notNull(),
    vehicleCount: counter(),
  },
  (t) => [
    uniqueIndex("models_key").on(t.makeId, t.key),
    index("models_biggest").on(t.makeId, sql`vehicle_count DESC`, t.key).where(sql`vehicle_count > 0`),
  ],
);

export const spellings = sqliteTable(
  "spellings",
  {
    makeId: integer().notNull(),
    /** 0 for the make itself. */
    modelId: integer().notNull(),
    spelling: text().notNull(),
    /** Another name ("VW"), never displayed. */
    isAlias: integer({ mode: "boolean" }).notNull(),
    vehicleCount: counter(),
    /** Oldest vehicle with this spelling; 0 if none. */
    since: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.makeId, t.modelId, t.spelling] }),
    index("spellings_most_used").on(t.makeId, t.modelId, t.isAlias, t.vehicleCount, t.since),
  ],
);

export const vehicleYears = sqliteTable(
  "vehicle_years",
  {
    /** 0 for all makes. */
    makeId: integer().notNull(),
    /** 0 for all models. */
    modelId: integer().notNull(),
    year: integer().notNull(),
    vehicleCount: counter(),
  },
  (t) => [primaryKey({ columns: [t.makeId, t.modelId, t.year] })],
);

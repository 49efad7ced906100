import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { counter, id } from "../columns";

/** A make, however it is typed. A row is made when a vehicle is filed; triggers keep count and name, and take it away. */
export const makes = sqliteTable(
  "makes",
  {
    id: id(),
    /** What all its spellings have in common (`features/makes/key.ts`). */
    key: text().notNull().unique(),
    /** The spelling that most of its shown vehicles have; aliases do not count. */
    name: text().notNull(),
    /** Shown vehicles. */
    vehicleCount: counter(),
  },
  (t) => [
    // Equal ones A to Z.
    index("makes_biggest").on(sql`vehicle_count DESC`, t.key).where(sql`vehicle_count > 0`),
    index("makes_by_name").on(t.key).where(sql`vehicle_count > 0`),
  ],
);

/** A model of a make, as `makes` is. */
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

/** How often a make or a model is spelled in which way by shown vehicles. */
export const spellings = sqliteTable(
  "spellings",
  {
    makeId: integer().notNull(),
    /** 0 for the spelling of the make itself. */
    modelId: integer().notNull(),
    spelling: text().notNull(),
    /** Whether it is another name ("VW"), which never becomes the one that is shown. */
    isAlias: integer({ mode: "boolean" }).notNull(),
    vehicleCount: counter(),
    /** Id of the oldest vehicle that has it; 0 where none has. */
    since: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.makeId, t.modelId, t.spelling] }),
    index("spellings_most_used").on(t.makeId, t.modelId, t.isAlias, t.vehicleCount, t.since),
  ],
);

/** How many shown vehicles there are of a year: of all makes, of a make, of a model. */
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

import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "../columns";

export const backupRuns = sqliteTable(
  "backup_runs",
  {
    id: id(),
    /** Without its password: a change of repository starts a new history. */
    place: text().notNull().default(""),
    startedAt: timestamp().notNull(),
    /** The start time, for earlier versions. */
    until: timestamp().notNull(),
    /** Null while it runs, or until the next run if its process died. */
    finishedAt: timestamp(),
    /** One line; null if complete. */
    error: text(),
    /** Added to the repository; null if not reached. */
    bytes: integer(),
  },
  (t) => [index("backup_runs_started").on(t.startedAt)],
);

/** The last run of each background job. */
export const jobs = sqliteTable("jobs", {
  name: text().primaryKey(),
  /** By an admin, until the next run has ended. */
  requestedAt: timestamp(),
  startedAt: timestamp(),
  finishedAt: timestamp(),
  nextAt: timestamp(),
  /** One line; null if fine. */
  error: text(),
  errorId: text(),
  /** The result in words. */
  note: text(),
});

export const faults = sqliteTable(
  "faults",
  {
    id: id(),
    at: timestamp().notNull(),
    /** Shown to the client. */
    errorId: text().notNull(),
    requestId: text().notNull(),
    method: text().notNull(),
    /** Without the query, tokens masked. */
    path: text().notNull(),
    message: text().notNull(),
  },
  (t) => [index("faults_at").on(t.at)],
);

/** About one row a day, for the growth. */
export const storageDays = sqliteTable("storage_days", {
  at: timestamp().primaryKey(),
  photoBytes: integer().notNull(),
  databaseBytes: integer().notNull(),
});

/** Addresses and networks that may not sign up or write. */
export const networkBlocks = sqliteTable("network_blocks", {
  id: id(),
  network: text().notNull().unique(),
  reason: text().notNull(),
  /** Null for no end. */
  endsAt: timestamp(),
  createdAt: timestamp().notNull(),
});

/** One row, written to prove that the database is writable. Not public data. */
export const healthChecks = sqliteTable("health_checks", {
  id: integer().primaryKey(),
  at: timestamp().notNull(),
});

/** One row: this site's identity. A restored copy is another site until it takes over. */
export const site = sqliteTable("site", {
  id: integer().primaryKey(),
  /** Random. Owns the photos of a bucket; renewed by a restore. */
  siteId: text().notNull(),
  /** Random, preserved by a restore: the tag of this site's backups. */
  backupId: text().notNull().default(""),
  /** Part of the ids of feeds and calendars; "" before the first public start. */
  idHost: text().notNull().default(""),
  /** `FOLDING`. */
  folding: integer().notNull().default(0),
});

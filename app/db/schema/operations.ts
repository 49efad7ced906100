import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "../columns";

/** The running site's backups, complete or failed. */
export const backupRuns = sqliteTable(
  "backup_runs",
  {
    id: id(),
    /** Without its password: a change of repository starts a new history. */
    place: text().notNull().default(""),
    startedAt: timestamp().notNull(),
    /** Used by earlier versions; the start time. */
    until: timestamp().notNull(),
    /** Null while it runs. If its process died, null until the next run starts. */
    finishedAt: timestamp(),
    /** One line; null for a complete backup. */
    error: text(),
    /** Bytes added to the repository; null if not reached. */
    bytes: integer(),
  },
  (t) => [index("backup_runs_started").on(t.startedAt)],
);

/** Recent faults, as in the log; for admins. */
export const faults = sqliteTable(
  "faults",
  {
    id: id(),
    at: timestamp().notNull(),
    /** The id shown to the client. */
    errorId: text().notNull(),
    requestId: text().notNull(),
    method: text().notNull(),
    /** Without the query, tokens masked. */
    path: text().notNull(),
    /** One line. */
    message: text().notNull(),
  },
  (t) => [index("faults_at").on(t.at)],
);

/** One row, written by health checks to prove that the database is writable. Not public data. */
export const healthChecks = sqliteTable("health_checks", {
  id: integer().primaryKey(),
  at: timestamp().notNull(),
});

/** One row: the identity of this database's site. A restored copy is another site until it takes over. */
export const site = sqliteTable("site", {
  id: integer().primaryKey(),
  /** Random. Owns the photos of a bucket; renewed by a restore. */
  siteId: text().notNull(),
  /** Random, created once, preserved by a restore: the tag of this site's backups. */
  backupId: text().notNull().default(""),
  /** Version (`FOLDING`) of the folded search columns. */
  folding: integer().notNull().default(0),
});

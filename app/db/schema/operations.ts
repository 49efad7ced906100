import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "../columns";

/** Copies that the running site has taken of itself, or tried to. */
export const backupRuns = sqliteTable(
  "backup_runs",
  {
    id: id(),
    /** The repository, without its password: another one begins anew. */
    place: text().notNull().default(""),
    startedAt: timestamp().notNull(),
    /** Of former versions; when it began. */
    until: timestamp().notNull(),
    /** null while it runs, and where its process died, until the next one begins. */
    finishedAt: timestamp(),
    /** What went wrong, one line; null where it is whole. */
    error: text(),
    /** Bytes that it added to the repository; null where it did not get there. */
    bytes: integer(),
  },
  (t) => [index("backup_runs_started").on(t.startedAt)],
);

/** Faults of ours of the last days, as the log has them; for admins. */
export const faults = sqliteTable(
  "faults",
  {
    id: id(),
    at: timestamp().notNull(),
    /** The id that whoever asked was shown. */
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

/** One row, written by health checks to show that the database can be written. Of no interest to visitors. */
export const healthChecks = sqliteTable("health_checks", {
  id: integer().primaryKey(),
  at: timestamp().notNull(),
});

/** One row: which site this database belongs to. A restored copy is another one until it is told to take over. */
export const site = sqliteTable("site", {
  id: integer().primaryKey(),
  /** Random. Owns the photos of a bucket; renewed by a restore. */
  siteId: text().notNull(),
  /** Random, made once, kept by a restore: the tag of this site's backups. */
  backupId: text().notNull().default(""),
  /** Which `FOLDING` the columns that search reads were made by. */
  folding: integer().notNull().default(0),
});

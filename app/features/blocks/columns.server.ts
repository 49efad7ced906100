import { type SQLWrapper, sql } from "drizzle-orm";

/** The placeholder `viewerId` of a statement is this for a visitor: nobody has the id. */
export const VISITOR = 0;

const viewerHas = (table: "blocks" | "mutes", other: "blocked_id" | "muted_id", person: SQLWrapper) =>
  sql<boolean>`EXISTS (SELECT 1 FROM ${sql.raw(table)}
    WHERE ${sql.raw(table)}.user_id = ${sql.placeholder("viewerId")}
      AND ${sql.raw(table)}.${sql.raw(other)} = ${person})`.mapWith(Boolean);

/**
 * Whether the viewer (placeholder `viewerId`) has blocked somebody, for statements with more than one table: one look
 * into the key for each row that is read.
 */
export const blockedByViewer = (person: SQLWrapper) => viewerHas("blocks", "blocked_id", person);

/** The same for mutes. */
export const mutedByViewer = (person: SQLWrapper) => viewerHas("mutes", "muted_id", person);

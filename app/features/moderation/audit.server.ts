import { and, count, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { auditLog } from "~/db/schema";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { offsetOf, type Page, type Paged } from "~/lib/paging";
import { COMMAND_LINE_ACTOR } from "./limits";
import type { AuditQuery } from "./schema.server";
import { type NameOf, namesOf, subjectName } from "./subject-names.server";

/** A line of the log. */
export type AuditRowView = ReturnType<typeof rowView>;

function rowView(row: typeof auditLog.$inferSelect, nameOf: NameOf) {
  const { id, createdAt, actorId, actorName, action, subjectType, subjectId, before, after, reason } = row;
  return {
    id: String(id),
    at: createdAt,
    /** An account's id, or `command-line`. */
    actor: actorId === null ? COMMAND_LINE_ACTOR : String(actorId),
    /** As the account was called when it acted. */
    actorName,
    ...{ action, subjectType, subjectId },
    /** What it is called now; null for what is gone. */
    subjectName: subjectName(row, nameOf),
    changes: changesOf(before, after, nameOf),
    reason,
  };
}

/**
 * What admins have done, the latest first.
 * @throws DomainError forbidden for anybody but an admin
 */
export function listAudit(viewer: Viewer, query: AuditQuery, page: Page): Paged<AuditRowView> {
  requireAdmin(viewer);
  const matching = matchingOf(query);
  const rows = db()
    .select()
    .from(auditLog)
    .where(matching)
    .orderBy(desc(auditLog.id))
    .limit(page.limit)
    .offset(offsetOf(page))
    .all();
  const nameOf = namesOf(rows);
  const total = db().select({ total: count() }).from(auditLog).where(matching).get()?.total ?? 0;
  return { rows: rows.map((row) => rowView(row, nameOf)), total, ...page };
}

function matchingOf({ actor, action, subjectType, subjectId }: AuditQuery): SQL | undefined {
  const by = actor === COMMAND_LINE_ACTOR ? isNull(auditLog.actorId) : eq(auditLog.actorId, Number(actor));
  return and(
    actor === "" ? undefined : by,
    action === "" ? undefined : eq(auditLog.action, action),
    subjectType === "" ? undefined : eq(auditLog.subjectType, subjectType),
    subjectId === "" ? undefined : eq(auditLog.subjectId, subjectId),
  );
}

/** The members that an act changed, in words; null for what was not there. */
function changesOf(before: unknown, after: unknown, nameOf: NameOf) {
  const [old, next] = [membersOf(before), membersOf(after)];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  const told = (field: string, value: unknown) => nameOf(field, String(value)) ?? inWords(value);
  return fields.map((field) => ({ field, before: told(field, old[field]), after: told(field, next[field]) }));
}

function membersOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {};
  return typeof value === "object" ? (value as Record<string, unknown>) : { value };
}

function inWords(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What the log's filter offers: who and what there is in it. */
export type AuditChoices = ReturnType<typeof listAuditChoices>;

/** @throws DomainError forbidden for anybody but an admin */
export function listAuditChoices(viewer: Viewer) {
  requireAdmin(viewer);
  const actions = distinct("action") as string[];
  const subjectTypes = distinct("subject_type") as string[];
  return { actors: listActors(), actions, subjectTypes };
}

/**
 * The values of a column that an index leads with: one look-up in it for each, however long the log is (SQLite's own
 * DISTINCT reads all of it).
 */
function distinct(column: "action" | "subject_type" | "actor_id"): (string | number)[] {
  const name = sql.identifier(column);
  const rows = db().all<{ value: string | number }>(sql`
    WITH RECURSIVE found(value) AS (
      SELECT min(${name}) FROM audit_log
      UNION ALL
      SELECT (SELECT min(${name}) FROM audit_log WHERE ${name} > found.value) FROM found WHERE found.value IS NOT NULL
    )
    SELECT value FROM found WHERE value IS NOT NULL`);
  return rows.map(({ value }) => value);
}

function listActors() {
  const people = distinct("actor_id").map((id) => ({ value: String(id), name: latestName(Number(id)) }));
  const commandLine = db()
    .select({ name: auditLog.actorName })
    .from(auditLog)
    .where(isNull(auditLog.actorId))
    .limit(1)
    .get();
  people.sort((a, b) => a.name.localeCompare(b.name, "en"));
  return commandLine ? [...people, { value: COMMAND_LINE_ACTOR, name: commandLine.name }] : people;
}

function latestName(actorId: number): string {
  const row = db()
    .select({ name: auditLog.actorName })
    .from(auditLog)
    .where(eq(auditLog.actorId, actorId))
    .orderBy(desc(auditLog.id))
    .limit(1)
    .get();
  return row?.name ?? "";
}

import { and, count, desc, eq, inArray, isNull, max, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { applications, auditLog, cases, events, garages, tickets, users, vehicles } from "~/db/schema";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { vehicleName } from "~/features/vehicles/name";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { COMMAND_LINE_ACTOR } from "./policy";
import type { AuditQuery } from "./schema.server";

export type AuditRowView = ReturnType<typeof rowView>;

function rowView(row: typeof auditLog.$inferSelect, nameOf: NameOf) {
  const { id, createdAt, actorId, actorName, action, subjectType, subjectId, before, after, reason } = row;
  return {
    id,
    at: createdAt,
    /** An account's id, or `command-line`. */
    actor: actorId === null ? COMMAND_LINE_ACTOR : String(actorId),
    /** At the time of the action. */
    actorName,
    ...{ action, subjectType, subjectId },
    /** Current name; null if deleted. */
    subjectName: subjectName(row, nameOf),
    changes: changesOf(before, after, nameOf),
    reason,
  };
}

/**
 * Latest first.
 * @throws DomainError forbidden for non-admins
 */
export function listAudit(viewer: Viewer, query: AuditQuery, page: PageParams): Paged<AuditRowView> {
  const matching = matchingOf(query);
  const ids = listAuditIds(viewer, query, page);
  const total = db().select({ total: count() }).from(auditLog).where(matching).get()?.total ?? 0;
  return { rows: listAuditById(ids), total, ...page };
}

/** Latest first; all without `page`. @throws DomainError forbidden for non-admins */
export function listAuditIds(viewer: Viewer, query: AuditQuery, page?: PageParams): number[] {
  requireAdmin(viewer);
  const all = db().select({ id: auditLog.id }).from(auditLog).where(matchingOf(query)).orderBy(desc(auditLog.id));
  const rows = page ? all.limit(page.limit).offset(toOffset(page)).all() : all.all();
  return rows.map(({ id }) => id);
}

export function listAuditById(ids: readonly number[]): AuditRowView[] {
  const rows = db()
    .select()
    .from(auditLog)
    .where(inArray(auditLog.id, [...ids]))
    .orderBy(desc(auditLog.id))
    .all();
  const nameOf = namesOf(rows);
  return rows.map((row) => rowView(row, nameOf));
}

function matchingOf({ actor, action, subjectType, subjectId }: AuditQuery): SQL | undefined {
  const byActor = actor === COMMAND_LINE_ACTOR ? isNull(auditLog.actorId) : eq(auditLog.actorId, Number(actor));
  return and(
    actor === "" ? undefined : byActor,
    action === "" ? undefined : eq(auditLog.action, action),
    subjectType === "" ? undefined : eq(auditLog.subjectType, subjectType),
    subjectId === "" ? undefined : eq(auditLog.subjectId, subjectId),
  );
}

/** As text; null for missing values. */
function changesOf(before: unknown, after: unknown, nameOf: NameOf) {
  const [old, next] = [membersOf(before), membersOf(after)];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  const textOf = (field: string, value: unknown) => nameOf(field, String(value)) ?? inWords(value);
  return fields.map((field) => ({ field, before: textOf(field, old[field]), after: textOf(field, next[field]) }));
}

function membersOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {};
  return typeof value === "object" ? (value as Record<string, unknown>) : { value };
}

function inWords(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(", ") || null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

export type AuditChoices = ReturnType<typeof listAuditChoices>;

/** @throws DomainError forbidden for non-admins */
export function listAuditChoices(viewer: Viewer) {
  requireAdmin(viewer);
  return { actors: listActors(), actions: valuesOf(auditLog.action), subjectTypes: valuesOf(auditLog.subjectType) };
}

const valuesOf = (column: typeof auditLog.action | typeof auditLog.subjectType) =>
  db()
    .selectDistinct({ value: column })
    .from(auditLog)
    .orderBy(column)
    .all()
    .map(({ value }) => value);

/** By latest name; the command line last. */
function listActors() {
  // SQLite takes the name from the row of the greatest id.
  const rows = db()
    .select({ id: auditLog.actorId, name: auditLog.actorName, last: max(auditLog.id) })
    .from(auditLog)
    .groupBy(auditLog.actorId)
    .all();
  const actors = rows.map(({ id, name }) => ({ value: id === null ? COMMAND_LINE_ACTOR : String(id), name }));
  const isLast = ({ value }: { value: string }) => Number(value === COMMAND_LINE_ACTOR);
  return actors.sort((a, b) => isLast(a) - isLast(b) || a.name.localeCompare(b.name, "en"));
}

interface Subject {
  subjectType: string;
  subjectId: string;
  /** Ids of owner and parent of a deleted subject. */
  before: unknown;
}

type NamesById = (ids: number[]) => { id: number; name: string }[];

const namesIn =
  (
    table: typeof users | typeof garages | typeof events | typeof tickets | typeof cases | typeof applications,
    name: SQLWrapper,
  ): NamesById =>
  (ids) =>
    db()
      .select({ id: table.id, name: sql<string>`${name}` })
      .from(table)
      .where(inArray(table.id, ids))
      .all();

const NAMED: Record<string, NamesById> = {
  user: namesIn(users, users.name),
  garage: namesIn(garages, garages.name),
  event: namesIn(events, events.title),
  ticket: namesIn(tickets, tickets.subject),
  case: namesIn(cases, cases.about),
  application: namesIn(applications, applications.name),
  vehicle: (ids) =>
    db()
      .select({ id: vehicles.id, year: vehicles.year, make: vehicles.make, model: vehicles.model })
      .from(vehicles)
      .where(inArray(vehicles.id, ids))
      .all()
      .map((vehicle) => ({ id: vehicle.id, name: vehicleName(vehicle) })),
};

/** Undefined if deleted. */
type NameOf = (kind: string, id: string) => string | undefined;

/** One statement per kind. */
function namesOf(rows: readonly Subject[]): NameOf {
  const idsByKind = new Map<string, Set<number>>();
  const want = (kind: string, id: unknown) => {
    if (!(kind in NAMED) || !/^\d+$/.test(String(id))) return;
    idsByKind.set(kind, (idsByKind.get(kind) ?? new Set()).add(Number(id)));
  };
  for (const { subjectType, subjectId, before } of rows) {
    want(subjectType, subjectId);
    for (const [field, value] of Object.entries(ownersOf(before))) want(field, value);
  }
  const names = new Map<string, string>();
  for (const [kind, ids] of idsByKind) {
    for (const { id, name } of NAMED[kind]!([...ids])) names.set(`${kind} ${id}`, name);
  }
  return (kind, id) => names.get(`${kind} ${id}`);
}

/** Deleted before they are logged; with their parent's kind. */
const PARENTS: Record<string, { what: string; under: "vehicle" | "garage" }> = {
  comment: { what: "comment on", under: "vehicle" },
  review: { what: "review of", under: "garage" },
};

/** Unique and permanent. */
const STANDING: Record<string, string> = {
  door: "Registration",
  backups: "Backups",
  mail: "Outbox",
  network: "Blocked networks",
  invite: "Invitations",
  site: "Site settings",
  "site text": "A text of the site",
};

/** "Ada Lovelace", "Ada's comment on 1967 Lotus Elan"; null for a deleted item without a name. */
function subjectName({ subjectType, subjectId, before }: Subject, nameOf: NameOf): string | null {
  const standing = STANDING[subjectType];
  if (standing !== undefined) return standing;
  const parent = PARENTS[subjectType];
  if (!parent) return nameOf(subjectType, subjectId) ?? null;
  const owners = ownersOf(before);
  const author = nameOf("user", owners.user ?? "");
  const parentName = nameOf(parent.under, owners[parent.under] ?? "") ?? `a ${parent.under} that no longer exists`;
  return `${author === undefined ? "Deleted member’s" : `${author}’s`} ${parent.what} ${parentName}`;
}

/** Ids of named items. */
function ownersOf(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([field, id]) => field in NAMED && typeof id === "string"));
}

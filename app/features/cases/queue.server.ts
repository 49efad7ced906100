import { and, asc, count, desc, eq, gt, inArray, isNotNull, ne, notInArray, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { caseNotes, casePictures, cases, comments, reports, users, vehicles } from "~/db/schema";
import { requireStaff, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { type PageParams, toOffset } from "~/lib/paging";
import { groupBy, pick } from "~/lib/rows";
import { DAY, isoOrNull, now, toIso } from "~/lib/time";
import { type CaseJson, type CaseLineJson, decisionJson, objectionJson } from "./json.server";
import { CASE_MESSAGES } from "./limits";
import type { CaseQuery } from "./schema.server";
import { findThing } from "./things.server";

const lineColumns = {
  id: cases.id,
  about: cases.about,
  kind: cases.kind,
  title: sql<string | null>`json_extract(${cases.snapshot}, '$.title')`,
  state: cases.state,
  reportCount: cases.reportCount,
  claimedBy: cases.claimedBy,
  claimer: sql<string | null>`(SELECT name FROM users WHERE users.id = cases.claimed_by)`,
  createdAt: cases.createdAt,
};

const selectLines = () => db().select(lineColumns).from(cases);

type LineRow = NonNullable<ReturnType<ReturnType<typeof selectLines>["get"]>>;

function linesJson(lines: readonly LineRow[]): CaseLineJson[] {
  const caseIds = lines.map(({ id }) => id);
  const rows = db()
    .select({ caseId: reports.caseId, reason: reports.reason })
    .from(reports)
    .where(inArray(reports.caseId, caseIds))
    .groupBy(reports.caseId, reports.reason)
    .orderBy(sql`min(${reports.id})`)
    .all();
  const reasons = groupBy(rows, ({ caseId }) => caseId);
  return lines.map((row) => ({
    _id: String(row.id),
    ...pick(row, "about", "kind", "state", "reportCount"),
    // Each once, in the order of the reports.
    reasons: (reasons.get(row.id) ?? []).map(({ reason }) => reason),
    claimedBy: row.claimedBy === null ? null : { _id: String(row.claimedBy), name: row.claimer ?? "" },
    createdAt: toIso(row.createdAt),
  }));
}

/** Excluded so that staff do not learn the reporters' names. Rarely any. */
const listIdsAbout = (viewer: Viewer) =>
  db()
    .select({ id: cases.id })
    .from(cases)
    .where(eq(cases.personId, viewer.id))
    .all()
    .map(({ id }) => id);

/** Subtracts the viewer's own cases, so that an index alone counts the rest. */
function countBut(ownCaseIds: readonly number[], matching: SQL | undefined): number {
  const all = countRows(cases, matching);
  return ownCaseIds.length === 0 ? all : all - countRows(cases, and(inArray(cases.id, ownCaseIds), matching));
}

/**
 * Oldest first, with their items' titles.
 * @throws DomainError forbidden for non-staff
 */
export function listCases(viewer: Viewer, { state, reason, kind }: CaseQuery, page: PageParams) {
  requireStaff(viewer);
  const ownCaseIds = listIdsAbout(viewer);
  const matching = and(
    state && eq(cases.state, state),
    kind && eq(cases.kind, kind),
    reason && sql`${cases.id} IN (SELECT case_id FROM reports WHERE reason = ${reason})`,
  );
  // Ids first: late pages skip rows before the offset in the index without reading them.
  const ids = db()
    .select({ id: cases.id })
    .from(cases)
    .where(and(matching, ownCaseIds.length > 0 ? notInArray(cases.id, ownCaseIds) : undefined))
    .orderBy(asc(cases.id))
    .limit(page.limit)
    .offset(toOffset(page))
    .all()
    .map(({ id }) => id);
  const rows = ids.length === 0 ? [] : selectLines().where(inArray(cases.id, ids)).orderBy(asc(cases.id)).all();
  const lines = linesJson(rows).map((line, index) => ({ ...line, title: rows[index]!.title }));
  return { rows: lines, total: countBut(ownCaseIds, matching), ...page };
}

const countRows = (table: typeof cases | typeof vehicles | typeof comments, condition: SQL | undefined) =>
  db().select({ total: count() }).from(table).where(condition).get()?.total ?? 0;

/**
 * Open and appealed cases, or only those, as in `listCases`.
 * @throws DomainError forbidden for non-staff
 */
export function countWaitingCases(viewer: Viewer, only?: "open" | "appealed"): number {
  requireStaff(viewer);
  return countBut(listIdsAbout(viewer), inArray(cases.state, only ? [only] : ["open", "appealed"]));
}

/** @throws DomainError forbidden for non-staff, and about oneself; not_found */
export function getCase(viewer: Viewer, id: number): CaseJson {
  requireStaff(viewer);
  const line = selectLines().where(eq(cases.id, id)).get();
  const row = db().select().from(cases).where(eq(cases.id, id)).get();
  if (!line || !row) throw new DomainError("not_found", CASE_MESSAGES.notFound);
  if (row.personId === viewer.id) throw new DomainError("forbidden", CASE_MESSAGES.yourself);
  const thing = findThing(row.kind, row.thingId);
  const decision = decisionJson(row);
  return {
    ...linesJson([line])[0]!,
    reports: reportsOf(id),
    snapshot: { texts: row.snapshot, pictures: picturesOf(id), avatar: row.avatar },
    current: thing ? pick(thing, "texts", "pictures", "avatar", "isShown") : null,
    person: personOf(row),
    personName: row.personName,
    notes: notesOf(id),
    decision: decision && { ...decision, decidedBy: nameOf(row.decidedBy) },
    objection: objectionJson(row),
  };
}

const nameOf = (userId: number | null) =>
  (userId !== null && db().select({ name: users.name }).from(users).where(eq(users.id, userId)).get()?.name) || null;

const picturesOf = (caseId: number) =>
  db()
    .select({ image: casePictures.image })
    .from(casePictures)
    .where(eq(casePictures.caseId, caseId))
    .orderBy(asc(casePictures.id))
    .all()
    .map(({ image }) => image);

const reportsOf = (caseId: number) =>
  db()
    .select({ report: reports, member: users.name })
    .from(reports)
    .leftJoin(users, eq(users.id, reports.reporterId))
    .where(eq(reports.caseId, caseId))
    .orderBy(asc(reports.id))
    .all()
    .map(({ report, member }) => ({
      _id: String(report.id),
      ...pick(report, "reason", "text", "law"),
      /** "" if the reporter gave no name or was deleted, or the evidence was swept. */
      reporter: report.text === "" ? "" : (member ?? report.name),
      createdAt: toIso(report.createdAt),
    }));

const notesOf = (caseId: number) =>
  db()
    .select()
    .from(caseNotes)
    .where(eq(caseNotes.caseId, caseId))
    .orderBy(asc(caseNotes.id))
    .all()
    .map(({ id, authorName, text, createdAt }) => ({
      _id: String(id),
      author: authorName,
      text,
      createdAt: toIso(createdAt),
    }));

/** Days. */
const RECENT_DAYS = 30;
const EARLIER_SHOWN = 10;

function personOf({ id: caseId, personId }: typeof cases.$inferSelect): CaseJson["person"] {
  const person = personId === null ? undefined : db().select().from(users).where(eq(users.id, personId)).get();
  if (!person) return null;
  const earlier = db()
    .select()
    .from(cases)
    .where(and(eq(cases.personId, person.id), ne(cases.id, caseId), isNotNull(cases.decidedAt)))
    .orderBy(desc(cases.id))
    .limit(EARLIER_SHOWN)
    .all();
  const since = now() - RECENT_DAYS * DAY;
  return {
    _id: String(person.id),
    ...pick(person, "name", "role", "active"),
    suspendedUntil: isoOrNull(Number(person.suspendedUntil) > now() ? person.suspendedUntil : null),
    createdAt: toIso(person.createdAt),
    vehicles: countRows(vehicles, eq(vehicles.userId, person.id)),
    comments: countRows(comments, and(eq(comments.userId, person.id), gt(comments.createdAt, since))),
    earlier: earlier.map(({ id, measure, outcome, decidedAt }) => ({
      _id: String(id),
      measure: measure!,
      outcome,
      createdAt: toIso(Number(decidedAt)),
    })),
  };
}

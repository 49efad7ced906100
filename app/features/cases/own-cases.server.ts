import { and, desc, eq, gt, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { cases } from "~/db/schema";
import { isStaff, type Viewer } from "~/features/accounts/policy";
import { findHold, wordsOfHold } from "~/features/holds/holding.server";
import { DomainError } from "~/lib/errors";
import { pick } from "~/lib/rows";
import { now, toIso } from "~/lib/time";
import { decisionJson, type OwnCaseJson, objectionJson } from "./json.server";
import { CASE_MESSAGES, type CaseKind } from "./limits";
import { sixMonthsBefore, whyNoObjection } from "./policy";
import { findHidingDecisions } from "./queries.server";

const isDecided = and(isNotNull(cases.measure), ne(cases.measure, "none"));

const isAboutViewer = (viewer: Viewer) => and(eq(cases.personId, viewer.id), isDecided);

/** Valid for six months after the last decision or objection. */
const withKey = (key: string) =>
  and(
    ...[eq(cases.key, key), isNotNull(cases.personId), isDecided],
    gt(sql`coalesce(${cases.outcomeAt}, ${cases.objectedAt}, ${cases.decidedAt})`, sixMonthsBefore(now())),
  );

const toJson = (row: typeof cases.$inferSelect): OwnCaseJson => ({
  _id: String(row.id),
  ...pick(row, "about", "kind", "state"),
  texts: row.snapshot,
  decision: decisionJson(row)!,
  objection: objectionJson(row),
  canObject: whyNoObjection(row, now()) === null,
  createdAt: toIso(row.createdAt),
});

export function listOwnCases(viewer: Viewer): OwnCaseJson[] {
  return db().select().from(cases).where(isAboutViewer(viewer)).orderBy(desc(cases.id)).limit(100).all().map(toJson);
}

function getRow(condition: SQL | undefined) {
  const row = db().select().from(cases).where(condition).get();
  if (!row) throw new DomainError("not_found", CASE_MESSAGES.notFound);
  return row;
}

/** @throws DomainError not_found, also if not about the viewer or not decided */
export const getOwnCaseRow = (viewer: Viewer, id: number) => getRow(and(eq(cases.id, id), isAboutViewer(viewer)));

/** Needs no login, because deactivated users have none. @throws DomainError not_found */
export const getCaseRowByKey = (key: string) => getRow(withKey(key));

/** @throws DomainError like `getOwnCaseRow` */
export const getOwnCase = (viewer: Viewer, id: number) => toJson(getOwnCaseRow(viewer, id));

/** @throws DomainError like `getCaseRowByKey` */
export const getCaseByKey = (key: string) => toJson(getCaseRowByKey(key));

/** Photos have no hold; an event's is about new texts only. */
export const findHoldOf = (kind: CaseKind, thingId: number) =>
  kind === "photo" || kind === "event" ? undefined : findHold(kind, thingId);

/**
 * For owner and staff on a hidden item's page.
 * @returns the reason, if any, and the path of the hiding decision
 */
export function whyHidden(
  viewer: Viewer | null,
  kind: CaseKind,
  thingId: number,
  { held, hiddenByStaff }: { held?: boolean; hiddenByStaff?: boolean },
): { why?: string | undefined; decision?: string } {
  const decision = hiddenByStaff ? findHidingDecisions(kind, [thingId]).get(thingId) : undefined;
  if (decision) {
    const { why, caseId } = decision;
    return { why, decision: isStaff(viewer) ? `/moderation/cases/${caseId}` : `/cases/${caseId}` };
  }
  return held ? { why: wordsOfHold(findHoldOf(kind, thingId)) } : {};
}

import { and, eq, gt, isNotNull, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { caseNotes, cases, reports, users } from "~/db/schema";
import { setUserActive } from "~/features/accounts/admins.server";
import { isAdmin, requireStaff, type Viewer } from "~/features/accounts/policy";
import { mayAct } from "~/features/accounts/queries.server";
import { notifyCase, notifyStaff } from "~/features/notifications/notify.server";
import { DomainError } from "~/lib/errors";
import { DAY, now } from "~/lib/time";
import { newToken } from "~/lib/tokens.server";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { CASE_MAIL, CASE_MESSAGES, type CaseKind, type Measure, REMOVED } from "./limits";
import { findHoldOf, getCaseRowByKey, getOwnCaseRow } from "./own-cases.server";
import { canDecideAbout, whyNoObjection } from "./policy";
import { openCase } from "./reports.server";
import type { DecisionInput, OutcomeInput } from "./schema.server";
import { type FormerStatus, findThing, hideThing, showThing } from "./things.server";

type Case = typeof cases.$inferSelect;

function getCaseRow(id: number): Case {
  const row = db().select().from(cases).where(eq(cases.id, id)).get();
  if (!row) throw new DomainError("not_found", CASE_MESSAGES.notFound);
  return row;
}

/** Undefined once the account is deleted. */
const personOf = ({ personId }: Pick<Case, "personId">) =>
  personId === null ? undefined : db().select().from(users).where(eq(users.id, personId)).get();

/**
 * Staff cannot decide about themselves, nor moderators about staff.
 * @throws DomainError forbidden
 */
function requireDecider(viewer: Viewer, subject: Pick<Case, "personId">, measure: Measure | null): void {
  if (subject.personId === viewer.id) throw new DomainError("forbidden", CASE_MESSAGES.yourself);
  if (!canDecideAbout(viewer, personOf(subject)?.role ?? null)) throw new DomainError("forbidden", CASE_MESSAGES.staff);
  if (measure === "deactivate" && !isAdmin(viewer)) throw new DomainError("forbidden", CASE_MESSAGES.adminsDeactivate);
}

const hasReported = (viewer: Viewer, { id }: Case) =>
  db()
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.caseId, id), eq(reports.reporterId, viewer.id)))
    .limit(1)
    .get() !== undefined;

/** Unless no other staff could decide. */
function whyPartial(viewer: Viewer, row: Case): DomainError | null {
  const isReporter = hasReported(viewer, row);
  const isDecider = row.state === "appealed" && row.decidedBy === viewer.id;
  if ((!isReporter && !isDecider) || !hasOtherDecider(viewer, row)) return null;
  return isReporter
    ? new DomainError("forbidden", CASE_MESSAGES.ownReport)
    : new DomainError("conflict", CASE_MESSAGES.sameDecider);
}

/** @throws DomainError forbidden if the viewer reported it; conflict if they made the decision */
function requireImpartial(viewer: Viewer, row: Case): void {
  const refusal = whyPartial(viewer, row);
  if (refusal !== null) throw refusal;
}

/** Message instead of the form to decide a case or objection; null for the form. */
export function whyNoDecision(viewer: Viewer, id: number): string | null {
  const row = getCaseRow(id);
  const isAllowed = canDecideAbout(viewer, personOf(row)?.role ?? null);
  // Only staff with the right to deactivate decide on an objection to a deactivation.
  if (!isAllowed || (row.measure === "deactivate" && !isAdmin(viewer))) return CASE_MESSAGES.another;
  return whyPartial(viewer, row)?.message ?? null;
}

const update = (id: number, values: Partial<typeof cases.$inferInsert>) =>
  void db().update(cases).set(values).where(eq(cases.id, id)).run();

/** Not on a case about the viewer: staff would learn the reporters' names. */
function onCase(viewer: Viewer, id: number, action: "claim" | "release" | "note", work: (row: Case) => void): void {
  requireStaff(viewer);
  transaction(() => {
    const row = getCaseRow(id);
    if (row.personId === viewer.id) throw new DomainError("forbidden", CASE_MESSAGES.yourself);
    work(row);
    recordAdminAction(viewer, { action: `case.${action}`, subjectType: "case", subjectId: id });
  });
}

/**
 * Other staff then leave the case alone.
 * @throws DomainError forbidden for non-staff; not_found; conflict if other staff have claimed it
 */
export function claimCase(viewer: Viewer, id: number): void {
  onCase(viewer, id, "claim", ({ claimedBy }) => {
    if (claimedBy !== null && claimedBy !== viewer.id) throw new DomainError("conflict", CASE_MESSAGES.claimed);
    update(id, { claimedBy: viewer.id });
  });
}

/**
 * Works even if other staff claimed it.
 * @throws DomainError forbidden for non-staff; not_found
 */
export function releaseCase(viewer: Viewer, id: number): void {
  onCase(viewer, id, "release", () => update(id, { claimedBy: null }));
}

/** For staff only. @throws DomainError forbidden for non-staff; not_found */
export function addCaseNote(viewer: Viewer, id: number, text: string): void {
  const note = { caseId: id, authorId: viewer.id, authorName: viewer.name, text, createdAt: now() };
  onCase(viewer, id, "note", () => void db().insert(caseNotes).values(note).run());
}

/**
 * One transaction applies the measure and notifies the user and the reporters.
 * @throws DomainError forbidden for non-staff, about oneself, and for a moderator about staff; not_found; conflict if
 *   already decided
 */
export function decideCase(viewer: Viewer, id: number, input: DecisionInput): void {
  requireStaff(viewer);
  transaction(() => {
    const row = getCaseRow(id);
    requireDecider(viewer, row, input.measure);
    if (row.state !== "open") throw new DomainError("conflict", CASE_MESSAGES.decided);
    requireImpartial(viewer, row);
    if (row.personId === null && ["warn", "suspend", "deactivate"].includes(input.measure))
      throw new DomainError("conflict", CASE_MESSAGES.gone);
    decide(viewer, row, input);
  });
}

/**
 * Opens and decides a case for a direct removal and notifies the owner, in the caller's transaction.
 * @param facts for the owner; "" for the default text
 * @throws DomainError forbidden about oneself and, for a moderator, about staff; not_found if already hidden
 */
export function hideDirectly(viewer: Viewer, kind: CaseKind, thingId: number, facts = ""): void {
  const thing = findThing(kind, thingId);
  if (!thing || isHiddenByAnother(0, kind, thingId)) throw new DomainError("not_found", CASE_MESSAGES.notThere);
  requireDecider(viewer, { personId: thing.ownerId }, "hide");
  const row = getCaseRow(openCase(thing));
  requireImpartial(viewer, row);
  decide(viewer, row, {
    ...{ measure: "hide", rule: REMOVED.rule, facts: facts || REMOVED.facts, days: undefined, hideAll: false },
  });
}

/**
 * Opens and decides a case about the member's garage, in the caller's transaction.
 * @throws DomainError forbidden about oneself and, for a moderator, about staff; not_found without a garage
 */
export function suspendDirectly(viewer: Viewer, garageId: number, input: DecisionInput): void {
  const thing = findThing("garage", garageId);
  if (!thing) throw new DomainError("not_found", CASE_MESSAGES.notThere);
  const row = getCaseRow(openCase(thing));
  requireDecider(viewer, row, "suspend");
  requireImpartial(viewer, row);
  decide(viewer, row, input);
}

function decide(viewer: Viewer, row: Case, { measure, rule, facts, days, hideAll }: DecisionInput): void {
  const endsAt = measure === "suspend" ? now() + Number(days) * DAY : null;
  const beganHeld = row.reportCount === 0 && findHoldOf(row.kind, row.thingId)?.texts === null;
  const decision = { measure, rule, facts, endsAt, hideAll: measure === "suspend" && hideAll, beganHeld };
  const before = takeEffect(viewer, row, measure, rule);
  const decider = { decidedBy: viewer.id, decidedAt: now(), claimedBy: null };
  update(row.id, { ...decision, ...decider, before, state: "decided", key: newToken() });
  if (measure === "suspend" && row.personId !== null) applySuspensions(row.personId);
  recordAdminAction(viewer, {
    action: `case.${measure}`,
    subjectType: "case",
    subjectId: row.id,
    before: { state: row.state },
    after: { measure, about: row.about, ...(hasReported(viewer, row) && { reportedByDecider: true }) },
    ...(rule === "" ? {} : { reason: rule }),
  });
  if (measure !== "none") notifyMember(row, "decided");
  notifyReporters(row.id);
}

function takeEffect(
  viewer: Viewer,
  { kind, thingId, personId }: Case,
  measure: Measure,
  rule: string,
): FormerStatus | { deactivated: number } | null {
  if (measure === "hide") return hideThing(kind, thingId);
  if (measure !== "deactivate" || personId === null) return null;
  return {
    deactivated: Number(setUserActive(viewer, personId, { active: false, reason: rule, isMailed: false }).changed),
  };
}

const isInForce = or(isNull(cases.outcome), ne(cases.outcome, "overturned"));

/** The latest end of all suspensions, and of those that hide posts. */
function applySuspensions(personId: number): void {
  const { suspendedUntil, hiddenUntil } = db()
    .select({
      suspendedUntil: sql<number | null>`max(${cases.endsAt})`,
      hiddenUntil: sql<number | null>`max(iif(${cases.hideAll}, ${cases.endsAt}, NULL))`,
    })
    .from(cases)
    .where(and(eq(cases.personId, personId), eq(cases.measure, "suspend"), isInForce, gt(cases.endsAt, now())))
    .get()!;
  db()
    .update(users)
    .set({ suspendedUntil, hiddenUntil, hideAll: hiddenUntil !== null })
    .where(eq(users.id, personId))
    .run();
}

function notifyMember(row: Pick<Case, "id" | "personId">, detail: "decided" | "upheld" | "overturned"): void {
  const person = personOf(row);
  if (!person) return;
  notifyCase(person.id, row.id, detail);
  enqueueMail(CASE_MAIL[detail], person.email, { caseId: row.id });
}

/** Once per address: only whether action was taken. */
function notifyReporters(caseId: number): void {
  const email = sql<string>`coalesce(${users.email}, ${reports.email})`;
  const rows = db()
    .select({ id: sql<number>`min(${reports.id})`, email })
    .from(reports)
    .leftJoin(users, eq(users.id, reports.reporterId))
    .where(eq(reports.caseId, caseId))
    .groupBy(email)
    .all();
  for (const { id, email } of rows) if (email) enqueueMail(CASE_MAIL.outcome, email, { reportId: id });
}

/**
 * Once, within six months.
 * @throws DomainError not_found unless about the viewer; conflict
 */
export function objectToCase(viewer: Viewer, id: number, text: string): void {
  transaction(() => object(getOwnCaseRow(viewer, id), text));
}

/** With the key from the mail, without a login. @throws DomainError like `objectToCase` */
export function objectWithKey(key: string, text: string): void {
  transaction(() => object(getCaseRowByKey(key), text));
}

function object(row: Case, text: string): void {
  const refusal = whyNoObjection(row, now());
  if (refusal !== null) throw new DomainError("conflict", refusal);
  update(row.id, { objection: text, objectedAt: now(), state: "appealed" });
  notifyStaff("cases", row.personId);
}

/**
 * Upholds the decision, or restores the state before it.
 * @throws DomainError forbidden like `decideCase`; not_found; conflict without a pending objection, and for the
 *   original decider if other staff could decide
 */
export function decideObjection(viewer: Viewer, id: number, { outcome, facts }: OutcomeInput): void {
  requireStaff(viewer);
  transaction(() => {
    const row = getCaseRow(id);
    requireDecider(viewer, row, row.measure);
    if (row.state !== "appealed") throw new DomainError("conflict", CASE_MESSAGES.noObjection);
    requireImpartial(viewer, row);
    update(id, { outcome, outcomeFacts: facts, outcomeAt: now(), closedAt: now(), state: "closed", claimedBy: null });
    if (outcome === "overturned") undo(viewer, row);
    recordAdminAction(viewer, {
      action: `case.${outcome === "upheld" ? "uphold" : "overturn"}`,
      subjectType: "case",
      subjectId: id,
      before: { state: "appealed", measure: row.measure },
      after: { outcome, ...(hasReported(viewer, row) && { reportedByDecider: true }) },
    });
    notifyMember(row, outcome);
  });
}

/** Another admin, or a moderator if allowed, who has not reported it. */
function hasOtherDecider(viewer: Viewer, row: Case): boolean {
  const adminsOnly = row.measure === "deactivate" || (personOf(row)?.role ?? "user") !== "user";
  const may = adminsOnly ? eq(users.role, "admin") : ne(users.role, "user");
  const reporters = db()
    .select({ id: reports.reporterId })
    .from(reports)
    .where(and(eq(reports.caseId, row.id), isNotNull(reports.reporterId)));
  const others = and(
    may,
    mayAct(),
    notInArray(users.id, [viewer.id, Number(row.personId)]),
    notInArray(users.id, reporters),
  );
  return db().select({ id: users.id }).from(users).where(others).limit(1).get() !== undefined;
}

function undo(viewer: Viewer, { id, kind, thingId, personId, measure, before }: Case): void {
  if (measure === "hide" && !isHiddenByAnother(id, kind, thingId)) showThing(kind, thingId, before ?? {});
  if (personId === null) return;
  if (measure === "suspend") applySuspensions(personId);
  if (measure === "deactivate" && before?.deactivated !== 0)
    setUserActive(viewer, personId, { active: true, isMailed: false });
}

function isHiddenByAnother(id: number, kind: CaseKind, thingId: number): boolean {
  const ofThing = and(eq(cases.kind, kind), eq(cases.thingId, thingId), ne(cases.id, id));
  const isOtherHiding = and(ofThing, eq(cases.measure, "hide"), isInForce);
  return db().select({ id: cases.id }).from(cases).where(isOtherHiding).limit(1).get() !== undefined;
}

import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { casePictures, cases, reports, users } from "~/db/schema";
import { publicUrl } from "~/env.server";
import type { Viewer } from "~/features/accounts/policy";
import { notifyStaff } from "~/features/notifications/notify.server";
import { decode } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import { cutText } from "~/lib/text";
import { now, toIso } from "~/lib/time";
import { newToken } from "~/lib/tokens.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { CASE_LIMITS, CASE_MAIL, CASE_MESSAGES, CRIME_AGAINST_CHILDREN, KIND_LABELS } from "./limits";
import { type ReportInput, visitorReportInput } from "./schema.server";
import { findThingAt, type Thing } from "./things.server";

/**
 * @param path address of its page
 * @throws DomainError not_found unless a public item has that address; forbidden for the viewer's own
 */
export function getThingToReport(viewer: Viewer | null, path: string): Thing {
  const thing = findThingAt(path);
  if (!thing?.isShown) throw new DomainError("not_found", CASE_MESSAGES.notThere);
  if (viewer !== null && thing.ownerId === viewer.id) throw new DomainError("forbidden", CASE_MESSAGES.own);
  return thing;
}

export type ReportedView = ReturnType<typeof lookAtThing>;

/** Characters. */
const EXCERPT = 240;

/** @throws DomainError like `getThingToReport` */
export function lookAtThing(viewer: Viewer | null, address: string) {
  const { kind, about, ownerName, texts, pictures } = getThingToReport(viewer, address);
  const { title = KIND_LABELS[kind], text, caption, summary, description, story, bio } = texts;
  const words = text ?? caption ?? summary ?? description ?? story ?? bio ?? "";
  // Only the submitter and staff may see an event's submitter (events README).
  const author = kind === "event" ? null : ownerName;
  return { kind, about, by: author, title, excerpt: cutText(words, EXCERPT), picture: pictures[0] ?? null };
}

/**
 * Also from visitors. Joins the item's open case, or opens one with a snapshot of the item.
 * @param how.mailed false to send no confirmation
 * @returns the report's id and its page's address
 * @throws DomainError like `getThingToReport`; invalid for a visitor without name or address
 */
export function submitReport(
  viewer: Viewer | null,
  input: ReportInput,
  { mailed = true }: { mailed?: boolean } = {},
): ReportView {
  const { about, reason, text, name, email } = input;
  const isAboutChildren = input.children && reason === "illegal";
  if (viewer === null) decode(visitorReportInput, input);
  const law = isAboutChildren ? withCrime(input.law) : input.law;
  return transaction(() => {
    const thing = getThingToReport(viewer, about);
    const caseId = openCase(thing);
    const token = newToken();
    const { id } = db()
      .insert(reports)
      .values({
        ...{ caseId, reason, text, law, token, createdAt: now() },
        ...(viewer === null ? { name, email } : { reporterId: viewer.id }),
      })
      .returning({ id: reports.id })
      .get();
    const reportCount = sql`${cases.reportCount} + 1`;
    db().update(cases).set({ reportCount }).where(eq(cases.id, caseId)).run();
    notifyStaff("cases", viewer?.id ?? null, thing.ownerId);
    const address = viewer === null ? email : addressOf(viewer.id);
    if (address && mailed) enqueueMail(CASE_MAIL.received, address, { reportId: id });
    return getReport(token);
  });
}

/** The crime comes first, so that staff see it. */
const withCrime = (law: string) =>
  cutText(law === "" ? CRIME_AGAINST_CHILDREN : `${CRIME_AGAINST_CHILDREN}: ${law}`, CASE_LIMITS.law - " …".length);

const addressOf = (userId: number) =>
  db().select({ email: users.email }).from(users).where(eq(users.id, userId)).get()?.email;

/** In the caller's transaction. @returns its id */
export function openCase({ kind, id, about, ownerId, ownerName, texts, pictures, avatar }: Thing): number {
  const open = and(eq(cases.kind, kind), eq(cases.thingId, id), eq(cases.state, "open"));
  const existingCase = db().select({ id: cases.id }).from(cases).where(open).get();
  if (existingCase) return existingCase.id;
  const { id: caseId } = db()
    .insert(cases)
    .values({
      ...{ kind, thingId: id, about, personId: ownerId, personName: ownerName },
      ...{ snapshot: texts, avatar, createdAt: now() },
    })
    .returning({ id: cases.id })
    .get();
  for (const image of pictures) db().insert(casePictures).values({ caseId, image }).run();
  return caseId;
}

/** For the reporter: neither the measure nor the user. */
export type ReportView = ReturnType<typeof toView>;

type ReportRow = NonNullable<ReturnType<typeof findReportRow>>;

const selectReports = (condition: SQL) =>
  db()
    .select({
      report: reports,
      kind: cases.kind,
      about: cases.about,
      snapshot: cases.snapshot,
      state: cases.state,
      measure: cases.measure,
      decidedAt: cases.decidedAt,
    })
    .from(reports)
    .innerJoin(cases, eq(cases.id, reports.caseId))
    .where(condition);

export const findReportRow = (condition: SQL) => selectReports(condition).get();

/** @throws DomainError not_found */
export function getReport(token: string): ReportView {
  const row = findReportRow(eq(reports.token, token));
  if (!row) throw new DomainError("not_found", CASE_MESSAGES.noReport);
  return toView(row);
}

export const listOwnReports = (viewer: Viewer): ReportView[] =>
  selectReports(eq(reports.reporterId, viewer.id)).orderBy(desc(reports.id)).limit(100).all().map(toView);

function toView({ report, kind, about, snapshot, state, measure, decidedAt }: ReportRow) {
  return {
    _id: String(report.id),
    state: state === "open" ? ("open" as const) : ("decided" as const),
    link: `${publicUrl()}/reports/${report.token}`,
    about,
    title: snapshot.title ?? KIND_LABELS[kind],
    reason: report.reason,
    text: report.text,
    acted: measure === null ? null : measure !== "none",
    createdAt: toIso(report.createdAt),
    decidedAt: decidedAt === null ? null : toIso(decidedAt),
  };
}

import { and, asc, eq, isNotNull, ne } from "drizzle-orm";
import { db } from "~/db/client.server";
import { cases, reports } from "~/db/schema";
import { pick } from "~/lib/rows";
import { isoOrNull, toIso } from "~/lib/time";

/** The user's reports, and whether action was taken. */
export function listUserReports(userId: number) {
  return db()
    .select({ report: reports, about: cases.about, measure: cases.measure })
    .from(reports)
    .innerJoin(cases, eq(cases.id, reports.caseId))
    .where(eq(reports.reporterId, userId))
    .orderBy(asc(reports.id))
    .all()
    .map(({ report, about, measure }) => ({
      about,
      ...pick(report, "reason", "text", "law"),
      acted: measure === null ? null : measure !== "none",
      createdAt: toIso(report.createdAt),
    }));
}

/** Staff decisions on the user's content, and the user's objections. */
export function decisionsAbout(userId: number) {
  return db()
    .select()
    .from(cases)
    .where(and(eq(cases.personId, userId), isNotNull(cases.measure), ne(cases.measure, "none")))
    .orderBy(asc(cases.id))
    .all()
    .map((row) => ({
      id: String(row.id),
      ...pick(row, "about", "kind", "state", "snapshot", "measure", "rule", "facts", "beganHeld"),
      endsAt: isoOrNull(row.endsAt),
      decidedAt: isoOrNull(row.decidedAt),
      ...pick(row, "objection", "outcome", "outcomeFacts"),
      objectedAt: isoOrNull(row.objectedAt),
    }));
}

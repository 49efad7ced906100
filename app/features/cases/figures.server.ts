import { gte, sql } from "drizzle-orm";
import { db, prepared } from "~/db/client.server";
import { cases, reports } from "~/db/schema";
import { DAY, HOUR, MINUTE, now } from "~/lib/time";

export type Figures = ReturnType<typeof countFigures>;

const lastCounted = prepared(() => ({ at: Number.NEGATIVE_INFINITY, figures: undefined as Figures | undefined }));

/** Cached for a minute: counting reads every decision of a year. */
export function getFigures(): Figures {
  const last = lastCounted();
  if (last.figures === undefined || Math.abs(now() - last.at) > MINUTE) {
    last.figures = countFigures();
    last.at = now();
  }
  return last.figures;
}

const YEAR = 365 * DAY;

const decisions = (measure: string) => sql<number>`count(*) FILTER (WHERE ${cases.measure} = ${measure})`;

/** The last 12 months. Also the median hours from the first report to the decision; null without a decided report. */
export function countFigures() {
  const since = now() - YEAR;
  const { came: received } = db()
    .select({ came: sql<number>`count(*)` })
    .from(reports)
    .where(gte(reports.createdAt, since))
    .get()!;
  const { reported, ...decided } = db()
    .select({
      none: decisions("none"),
      warn: decisions("warn"),
      hide: decisions("hide"),
      suspend: decisions("suspend"),
      deactivate: decisions("deactivate"),
      objections: sql<number>`count(${cases.objectedAt})`,
      overturned: sql<number>`count(*) FILTER (WHERE ${cases.outcome} = 'overturned')`,
      reported: sql<number>`count(*) FILTER (WHERE ${cases.reportCount} > 0)`,
    })
    .from(cases)
    .where(gte(cases.decidedAt, since))
    .get()!;
  return { reports: received, ...decided, medianHours: medianHours(since, reported) };
}

/**
 * Only cases with a report: staff decide their own cases at once.
 * @param reportedCount their number; if even, the median is between the middle two
 */
function medianHours(since: number, reportedCount: number): number | null {
  const took = sql<number>`${cases.decidedAt} - ${cases.createdAt}`;
  if (reportedCount === 0) return null;
  const middle = db()
    .select({ took })
    .from(cases)
    .where(sql`${cases.decidedAt} >= ${since} AND ${cases.reportCount} > 0`)
    .orderBy(took)
    .limit(2 - (reportedCount % 2))
    .offset(Math.floor((reportedCount - 1) / 2))
    .all();
  return Math.round(middle.reduce((sum, row) => sum + row.took, 0) / middle.length / HOUR);
}

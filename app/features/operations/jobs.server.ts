import { asc, isNotNull, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { jobs } from "~/db/schema";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";

export type JobView = ReturnType<typeof listJobs>[number];

/** Their last runs, failed ones first; times in ms since 1970. @throws DomainError forbidden for non-admins */
export function listJobs(viewer: Viewer) {
  requireAdmin(viewer);
  const { name, error, errorId } = jobs;
  return db()
    .select({
      ...{ name, error, errorId },
      startedAt: sql<number>`${jobs.startedAt}`,
      finishedAt: sql<number>`${jobs.finishedAt}`,
      nextAt: sql<number>`${jobs.nextAt}`,
    })
    .from(jobs)
    .where(isNotNull(jobs.finishedAt))
    .orderBy(sql`${error} IS NULL`, asc(name))
    .all();
}

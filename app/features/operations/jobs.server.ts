import { asc, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { jobs } from "~/db/schema";
import { env } from "~/env.server";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { isoOrNull } from "~/lib/time";
import { BACKUP_JOBS } from "~/services/backups/runs.server";

const timeOrNull = z.iso.datetime().nullable();

export const jobShape = z
  .strictObject({
    name: z.string(),
    startedAt: timeOrNull.meta({ description: "Of the last run; for frequent jobs to the minute" }),
    finishedAt: timeOrNull,
    nextAt: timeOrNull.meta({ description: "Null if the job is off" }),
    error: z.string().nullable().meta({ description: "Null if it succeeded" }),
    errorId: z.string().nullable(),
  })
  .meta({ id: "Job" });

export type JobView = z.infer<typeof jobShape>;

/** Their last runs, failed ones first; backups also while they are off. @throws DomainError forbidden for non-admins */
export function listJobs(viewer: Viewer): JobView[] {
  requireAdmin(viewer);
  const rows = db().select().from(jobs).where(isNotNull(jobs.finishedAt));
  const views = rows
    .orderBy(sql`${jobs.error} IS NULL`, asc(jobs.name))
    .all()
    .map(({ name, startedAt, finishedAt, nextAt, error, errorId }) => ({
      ...{ name, startedAt: isoOrNull(startedAt), finishedAt: isoOrNull(finishedAt), nextAt: isoOrNull(nextAt) },
      ...{ error, errorId },
    }));
  if (env().BACKUP_EVERY !== null) return views;
  const never = { startedAt: null, finishedAt: null, error: null, errorId: null };
  const off = BACKUP_JOBS.map((name) => ({ ...never, ...views.find((job) => job.name === name), name, nextAt: null }));
  return [...views.filter(({ name }) => !off.some((job) => job.name === name)), ...off];
}

import { z } from "zod";
import type { Viewer } from "~/features/accounts/policy";
import type { PageParams } from "~/lib/paging";
import { isoOrNull, SECOND, toIso } from "~/lib/time";
import { BACKUP_JOBS } from "~/services/backups/runs.server";
import { getBackups } from "./backups.server";
import { FIRST_STEPS, listFirstSteps } from "./first-steps.server";
import { listJobs } from "./jobs.server";
import { listOutbox } from "./outbox.server";
import type { BackupRun } from "./queries.server";
import { getSiteStatus } from "./queries.server";
import type { MailQuery } from "./schema.server";

/** `GET /admin/status`. @throws DomainError forbidden for non-admins */
export async function getSiteStatusJson(viewer: Viewer): Promise<SiteStatusJson> {
  const { backups, mails, disks, store, faults, version } = await getSiteStatus(viewer);
  const { every, overdue, lastWhole, lastTried } = backups;
  return {
    version,
    checklist: listFirstSteps(viewer).map(({ name, isDone }) => ({ name, done: isDone })),
    backups: {
      every: every === null ? null : every / SECOND,
      overdue,
      lastWhole: lastWhole && runJson(lastWhole),
      lastTried: lastTried && runJson(lastTried),
    },
    mails: { ...mails, oldestAt: isoOrNull(mails.oldestAt), lastFailedAt: isoOrNull(mails.lastFailedAt) },
    disks,
    photoStore: { ...store, awaySince: isoOrNull(store.awaySince) },
    errors: {
      total: faults.total,
      rows: faults.rows.map(({ id: _, at, ...row }) => ({ ...row, at: toIso(at) })),
    },
  };
}

function runJson({ startedAt, finishedAt, ...run }: BackupRun) {
  return { ...run, startedAt: toIso(startedAt), finishedAt: toIso(finishedAt) };
}

const time = z.iso.datetime();
const bytes = z.int().nonnegative();

const run = z.strictObject({
  startedAt: time,
  finishedAt: time,
  error: z.string().nullable().meta({ description: "What went wrong; null if it is complete" }),
  bytes: bytes.nullable().meta({ description: "What it added to the backup repository" }),
});

export const siteStatusShape = z
  .strictObject({
    version: z.strictObject({
      version: z.string(),
      commit: z.string().meta({ description: "Of the source; empty if the build did not know it" }),
    }),
    checklist: z
      .array(z.strictObject({ name: z.enum(FIRST_STEPS), done: z.boolean() }))
      .meta({ description: "What a new site needs; empty once all is done" }),
    backups: z.strictObject({
      every: z.int().nullable().meta({ description: "Seconds from one to the next; null if off" }),
      overdue: z.boolean(),
      lastWhole: run.nullable(),
      lastTried: run.nullable(),
    }),
    mails: z.strictObject({
      isSent: z.boolean().meta({ description: "False if they are saved as files on the server (no SMTP_URL)" }),
      waiting: z.int(),
      oldestAt: time.nullable(),
      failing: z.int().meta({ description: "Of those waiting, how many have failed so far" }),
      givenUp: z.int().meta({ description: "In the last 7 days, after ten tries" }),
      refused: z.int().meta({ description: "In the last 7 days, by the mail server for good" }),
      isFailing: z.boolean().meta({ description: "All tries since the last mail that was sent have failed" }),
      lastError: z.string().nullable().meta({
        description: "Of the last try that failed: SMTP code, first line of the answer, host",
      }),
      lastFailedAt: time.nullable(),
    }),
    disks: z.array(
      z.strictObject({
        holds: z
          .enum(["database", "photos"])
          .meta({ description: "One disk if the database’s disk also holds the photos" }),
        free: bytes,
        size: bytes,
        nearlyFull: z.boolean(),
      }),
    ),
    photoStore: z.strictObject({
      kind: z.enum(["folder", "bucket"]),
      reachable: z.boolean(),
      awaySince: time.nullable(),
    }),
    errors: z.strictObject({
      total: z.int().meta({ description: "In the last day" }),
      rows: z.array(
        z.strictObject({
          errorId: z.string().meta({ description: "The id on the error page" }),
          at: time,
          requestId: z.string(),
          method: z.string().meta({ description: "`job` if a background job failed" }),
          path: z.string(),
          message: z.string(),
        }),
      ),
    }),
  })
  .meta({ id: "SiteStatus" });

type SiteStatusJson = z.infer<typeof siteStatusShape>;

/** `GET /admin/mail`. @throws DomainError forbidden for non-admins */
export function listMailsJson(viewer: Viewer, query: MailQuery, page: PageParams) {
  const { rows, ...list } = listOutbox(viewer, query, page);
  const mails = rows.map(
    ({ id, createdAt, sentAt, nextAt, ...mail }): MailJson => ({
      ...{ _id: String(id), ...mail, createdAt: toIso(createdAt) },
      ...{ sentAt: isoOrNull(sentAt), nextAt: isoOrNull(nextAt) },
    }),
  );
  return { ...list, rows: mails };
}

export const mailCountsShape = z.strictObject({ waiting: z.int(), failed: z.int(), sent: z.int() });

export const mailShape = z
  .strictObject({
    _id: z.string(),
    kind: z.string(),
    recipient: z.string(),
    attempts: z.int(),
    createdAt: time,
    sentAt: time.nullable(),
    error: z.string().nullable().meta({ description: "Of the last attempt" }),
    isClaimed: z.boolean().meta({ description: "It is being sent right now" }),
    nextAt: time.nullable().meta({ description: "The next attempt; null once sent, given up or refused" }),
  })
  .meta({ id: "OutboxMail" });

type MailJson = z.infer<typeof mailShape>;

/** `GET /admin/jobs`. @throws DomainError forbidden for non-admins */
export const listJobsJson = (viewer: Viewer): JobJson[] =>
  listJobs(viewer).map(({ startedAt, finishedAt, nextAt, ...job }) => ({
    ...{ ...job, startedAt: toIso(startedAt), finishedAt: toIso(finishedAt), nextAt: toIso(nextAt) },
  }));

export const jobShape = z
  .strictObject({
    name: z.string(),
    startedAt: time.meta({ description: "Of the last run; for frequent jobs to the minute" }),
    finishedAt: time,
    nextAt: time,
    error: z.string().nullable().meta({ description: "Null if it succeeded" }),
    errorId: z.string().nullable(),
  })
  .meta({ id: "Job" });

type JobJson = z.infer<typeof jobShape>;

/** `GET /admin/backups`. @throws DomainError forbidden for non-admins */
export function getBackupsJson(viewer: Viewer): BackupsJson {
  const { every, runs, check, ...backups } = getBackups(viewer);
  return {
    ...backups,
    every: every === null ? null : every / SECOND,
    runs: runs.map(({ id: _, place, isHere, startedAt, finishedAt, error, bytes }) => ({
      ...{ repository: place, isHere, error, bytes },
      ...{ startedAt: toIso(startedAt), finishedAt: isoOrNull(finishedAt) },
    })),
    check: check && { ...check, finishedAt: toIso(check.finishedAt) },
  };
}

export const backupsShape = z
  .strictObject({
    every: z.int().nullable().meta({ description: "Seconds from one to the next; null if off" }),
    repository: z.string(),
    kept: z.strictObject({ hourly: z.int(), daily: z.int(), monthly: z.int() }),
    running: z.enum(BACKUP_JOBS).nullable(),
    runs: z.array(
      run.extend({
        repository: z.string(),
        isHere: z.boolean().meta({ description: "In the current repository" }),
        finishedAt: time.nullable(),
      }),
    ),
    check: z
      .strictObject({ finishedAt: time, error: z.string().nullable(), snapshots: z.string().nullable() })
      .nullable(),
  })
  .meta({ id: "Backups" });

type BackupsJson = z.infer<typeof backupsShape>;

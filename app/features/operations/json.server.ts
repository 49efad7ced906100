import { z } from "zod";
import type { Viewer } from "~/features/accounts/policy";
import { isoOrNull, SECOND, toIso } from "~/lib/time";
import { versionFields } from "./about.server";
import { runShape } from "./backups.server";
import { FIRST_STEPS, listFirstSteps } from "./first-steps.server";
import { type BackupRun, getSiteStatus } from "./queries.server";
import { diskShape } from "./storage-status.server";

/** `GET /admin/status`. @throws DomainError forbidden for non-admins */
export async function getSiteStatusJson(viewer: Viewer): Promise<SiteStatusJson> {
  const { backups, mails, disks, store, faults, version } = await getSiteStatus(viewer);
  const { every, overdue, lastWhole, lastTried } = backups;
  return {
    version,
    checklist: listFirstSteps(viewer).map(({ name, isDone }) => ({ name, done: isDone })),
    backups: {
      ...{ every: every === null ? null : every / SECOND, overdue },
      ...{ lastWhole: lastWhole && runJson(lastWhole), lastTried: lastTried && runJson(lastTried) },
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

export const siteStatusShape = z
  .strictObject({
    version: z.strictObject(versionFields),
    checklist: z
      .array(z.strictObject({ name: z.enum(FIRST_STEPS), done: z.boolean() }))
      .meta({ description: "What a new site needs; empty once all is done" }),
    backups: z.strictObject({
      every: z.int().nullable().meta({ description: "Seconds from one to the next; null if off" }),
      overdue: z.boolean(),
      lastWhole: runShape.nullable(),
      lastTried: runShape.nullable(),
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
    disks: z.array(diskShape),
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

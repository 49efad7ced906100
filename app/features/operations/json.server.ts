import { z } from "zod";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { isoOrNull, SECOND, toIso } from "~/lib/time";
import { currentVersion } from "~/lib/version.server";
import { installationShape } from "./about.server";
import { runShape } from "./backups.server";
import { FIRST_STEPS, listFirstSteps } from "./first-steps.server";
import { isMailSent } from "./outbox.server";
import { type BackupRun, listFaults, readOperationsState } from "./queries.server";
import { diskShape, readDisks, readStoreStatus } from "./storage-status.server";

const time = z.iso.datetime();

export const siteStatusShape = z
  .strictObject({
    version: installationShape.pick({ version: true, commit: true }),
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

export type SiteStatus = z.infer<typeof siteStatusShape>;

function runJson(run: BackupRun | undefined) {
  return run === undefined ? null : { ...run, startedAt: toIso(run.startedAt), finishedAt: toIso(run.finishedAt) };
}

/** @throws DomainError forbidden for non-admins */
export async function getSiteStatus(viewer: Viewer): Promise<SiteStatus> {
  requireAdmin(viewer);
  const { mails, backups } = readOperationsState();
  const { every, overdue, lastWhole, lastTried } = backups;
  const [disks, store] = await Promise.all([readDisks(), readStoreStatus()]);
  return {
    version: currentVersion(),
    checklist: listFirstSteps(viewer).map(({ name, isDone }) => ({ name, done: isDone })),
    backups: {
      ...{ every: every === null ? null : every / SECOND, overdue },
      ...{ lastWhole: runJson(lastWhole), lastTried: runJson(lastTried) },
    },
    mails: {
      ...{ ...mails, isSent: isMailSent() },
      ...{ oldestAt: isoOrNull(mails.oldestAt), lastFailedAt: isoOrNull(mails.lastFailedAt) },
    },
    disks,
    photoStore: { ...store, awaySince: isoOrNull(store.awaySince) },
    errors: listFaults(),
  };
}

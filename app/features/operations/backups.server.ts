import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import { db, transaction } from "~/db/client.server";
import { backupRuns, jobs } from "~/db/schema";
import { env } from "~/env.server";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { isoOrNull, SECOND, toIso } from "~/lib/time";
import { KEPT } from "~/services/backups/repository.server";
import { repositoryName } from "~/services/backups/restic.server";
import {
  BACKUP_JOBS,
  type BackupJob,
  findRequest,
  hasWhole,
  lastRun,
  requestRun,
} from "~/services/backups/runs.server";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { OPERATIONS_MESSAGES } from "./limits";
import { bytesShape } from "./storage-status.server";

export type { BackupJob };

const RUNS_SHOWN = 20;

const time = z.iso.datetime();

export const runShape = z.strictObject({
  startedAt: time,
  finishedAt: time,
  error: z.string().nullable().meta({ description: "What went wrong; null if it is complete" }),
  bytes: bytesShape.nullable().meta({ description: "What it added to the backup repository" }),
});

export const backupsShape = z
  .strictObject({
    every: z.int().nullable().meta({ description: "Seconds from one to the next; null if off" }),
    repository: z.string(),
    kept: z.strictObject({ hourly: z.int(), daily: z.int(), monthly: z.int() }),
    running: z.enum(BACKUP_JOBS).nullable(),
    runs: z.array(
      runShape.extend({
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

export type BackupsView = z.infer<typeof backupsShape>;

/** An unfinished run whose process has died starts again within seconds. */
const findRunning = (): BackupJob | null =>
  findRequest() ?? (lastRun(repositoryName())?.finishedAt === null ? "backup" : null);

/** @throws DomainError forbidden for non-admins */
export function getBackups(viewer: Viewer): BackupsView {
  requireAdmin(viewer);
  const { BACKUP_EVERY: every } = env();
  const repository = repositoryName();
  const rows = db().select().from(backupRuns).orderBy(desc(backupRuns.id)).limit(RUNS_SHOWN).all();
  const check = db().select().from(jobs).where(eq(jobs.name, "backup check")).get();
  return {
    ...{ every: every === null ? null : every / SECOND, repository, kept: KEPT },
    running: every === null ? null : findRunning(),
    runs: rows.map(({ place, startedAt, finishedAt, error, bytes }) => ({
      ...{ repository: place, isHere: place === repository, error, bytes },
      ...{ startedAt: toIso(startedAt), finishedAt: isoOrNull(finishedAt) },
    })),
    check:
      check?.finishedAt == null
        ? null
        : { finishedAt: toIso(check.finishedAt), error: check.error, snapshots: check.note },
  };
}

/** It starts within seconds. @throws DomainError forbidden for non-admins; conflict */
export function requestBackupRun(viewer: Viewer, name: BackupJob): void {
  requireAdmin(viewer);
  if (env().BACKUP_EVERY === null) throw new DomainError("conflict", OPERATIONS_MESSAGES.backupsOff);
  transaction(() => {
    if (findRunning() !== null) throw new DomainError("conflict", OPERATIONS_MESSAGES.backupRunning);
    if (name === "backup check" && !hasWhole(repositoryName()))
      throw new DomainError("conflict", OPERATIONS_MESSAGES.noBackup);
    requestRun(name);
    const action = name === "backup" ? "backup.start" : "backup.check";
    recordAdminAction(viewer, { action, subjectType: "backups", subjectId: 1 });
  });
}

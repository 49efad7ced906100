import { desc, eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { backupRuns, jobs } from "~/db/schema";
import { env } from "~/env.server";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { KEPT } from "~/services/backups/repository.server";
import { repositoryName } from "~/services/backups/restic.server";
import { type BackupJob, findRequest, hasWhole, lastRun, requestRun } from "~/services/backups/runs.server";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { OPERATIONS_MESSAGES } from "./limits";

export type { BackupJob };

const RUNS_SHOWN = 20;

/** An unfinished run whose process has died starts again within seconds. */
const findRunning = (): BackupJob | null =>
  findRequest() ?? (lastRun(repositoryName())?.finishedAt === null ? "backup" : null);

export type BackupsView = ReturnType<typeof getBackups>;

/** Times in ms since 1970. `every` is null if backups are off. @throws DomainError forbidden for non-admins */
export function getBackups(viewer: Viewer) {
  requireAdmin(viewer);
  const { BACKUP_EVERY: every } = env();
  const repository = repositoryName();
  const rows = db().select().from(backupRuns).orderBy(desc(backupRuns.id)).limit(RUNS_SHOWN).all();
  const check = db().select().from(jobs).where(eq(jobs.name, "backup check")).get();
  return {
    ...{ every, repository, kept: KEPT },
    running: every === null ? null : findRunning(),
    runs: rows.map(({ until: _, ...run }) => ({ ...run, isHere: run.place === repository })),
    check:
      check?.finishedAt == null ? null : { finishedAt: check.finishedAt, error: check.error, snapshots: check.note },
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

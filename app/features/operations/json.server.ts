import type { Viewer } from "~/features/accounts/policy";
import { SECOND, toIso } from "~/lib/time";
import type { SiteStatusJson } from "./json-shapes.server";
import { getSiteStatus } from "./queries.server";
import type { BackupRun } from "./state.server";

/** `GET /admin/status`. @throws DomainError forbidden for anybody but an admin */
export async function getSiteStatusJson(viewer: Viewer): Promise<SiteStatusJson> {
  const { backups, mails, disks, store, faults } = await getSiteStatus(viewer);
  const { every, overdue, lastWhole, lastTried } = backups;
  return {
    backups: {
      every: every === null ? null : every / SECOND,
      overdue,
      lastWhole: lastWhole && runJson(lastWhole),
      lastTried: lastTried && runJson(lastTried),
    },
    mails: { ...mails, oldestAt: timeOf(mails.oldestAt) },
    disks,
    photoStore: { ...store, awaySince: timeOf(store.awaySince) },
    errors: {
      total: faults.total,
      rows: faults.rows.map(({ id: _, at, ...row }) => ({ ...row, at: toIso(at) })),
    },
  };
}

const timeOf = (ms: number | null) => (ms === null ? null : toIso(ms));

function runJson({ startedAt, finishedAt, ...run }: BackupRun) {
  return { ...run, startedAt: toIso(startedAt), finishedAt: timeOf(finishedAt) };
}

import { desc, gt, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { faults } from "~/db/schema";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { now } from "~/lib/time";
import { isNearlyFull, OPERATIONS_LIMITS } from "./limits";
import { type Disk, lookAtPlaces, type Places } from "./places.server";
import { type OperationsState, readOperations } from "./state.server";

/** A fault of ours, as admins see it. */
export interface FaultView {
  /** Of its row. */
  id: string;
  /** What whoever asked was shown. */
  errorId: string;
  at: number;
  /** Empty for a job of the site. */
  requestId: string;
  method: string;
  /** Of a job what it is. */
  path: string;
  message: string;
}

/** How the site is running. Times in ms since 1970. */
export interface SiteStatus extends Pick<OperationsState, "mails"> {
  backups: OperationsState["backups"] & {
    /** The last whole one is older than it may be. */
    overdue: boolean;
  };
  disks: (Disk & { nearlyFull: boolean })[];
  store: Places["store"];
  /** Of the last day, the newest first; `total` counts those that are not shown, too. */
  faults: { total: number; rows: FaultView[] };
}

/**
 * How the site is running, for its dashboard.
 * @throws DomainError forbidden for anybody but an admin
 */
export async function getSiteStatus(viewer: Viewer): Promise<SiteStatus> {
  requireAdmin(viewer);
  const { mails, backups } = readOperations();
  const lately = listFaults();
  const { disks, store } = await lookAtPlaces();
  return {
    mails,
    backups: { ...backups, overdue: isOverdue(backups) },
    disks: disks.map((disk) => ({ ...disk, nearlyFull: isNearlyFull(disk) })),
    store,
    faults: lately,
  };
}

function isOverdue({ every, lastWhole }: OperationsState["backups"]): boolean {
  if (every === null || lastWhole === null) return false;
  return now() - lastWhole.startedAt > OPERATIONS_LIMITS.backupsMissed * every;
}

function listFaults(): SiteStatus["faults"] {
  const since = now() - OPERATIONS_LIMITS.faultsOf;
  const rows = db()
    .select({
      ...{ id: faults.id, errorId: faults.errorId, at: faults.at, requestId: faults.requestId },
      ...{ method: faults.method, path: faults.path, message: faults.message },
      total: sql<number>`(SELECT count(*) FROM faults WHERE at > ${since})`,
    })
    .from(faults)
    .where(gt(faults.at, since))
    .orderBy(desc(faults.at), desc(faults.id))
    .limit(OPERATIONS_LIMITS.faultsShown)
    .all();
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _, id, ...row }) => ({ id: String(id), ...row })),
  };
}

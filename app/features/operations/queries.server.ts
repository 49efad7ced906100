import { desc, gt, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { faults } from "~/db/schema";
import { env } from "~/env.server";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { DAY, MINUTE, now } from "~/lib/time";
import { currentVersion } from "~/lib/version.server";
import { repositoryName } from "~/services/backups/restic.server";
import { NEVER } from "~/services/mail/worker.server";
import { readStorageStatus } from "./storage-status.server";

/** Copies are overdue where the last whole one is older than so many times their interval. */
const BACKUPS_MISSED = 2;
/** A later time than this from now is a wrong clock's, ms. */
const CLOCK_TOLERANCE_MS = MINUTE;
/** Faults that the desk shows. */
const FAULTS_SHOWN = 20;
/** Mails in the outbox that are looked at for what went wrong: more would make the desk slow when it matters. */
const MAX_MAILS_READ = 10_000;

/** How the site is running. Times in ms since 1970. */
export type SiteStatus = Awaited<ReturnType<typeof getSiteStatus>>;

/** A fault of ours, as admins see it: `method` and `path` of a job are "job" and what it is. */
export type FaultView = SiteStatus["faults"]["rows"][number];

/** How the site is running, for its dashboard. @throws DomainError forbidden for anybody but an admin */
export async function getSiteStatus(viewer: Viewer) {
  requireAdmin(viewer);
  const { mails, backups } = readOperationsState();
  const faults = listFaults();
  const { disks, store } = await readStorageStatus();
  const isSent = env().SMTP_URL !== undefined;
  return { mails: { ...mails, isSent }, backups, disks, store, faults, version: currentVersion() };
}

/** Of the last day, the newest first; `total` counts those that are not shown, too. */
function listFaults() {
  const since = now() - DAY;
  const rows = db()
    .select({
      ...{ id: faults.id, errorId: faults.errorId, at: faults.at, requestId: faults.requestId },
      ...{ method: faults.method, path: faults.path, message: faults.message },
      total: sql<number>`(SELECT count(*) FROM faults WHERE at > ${since})`,
    })
    .from(faults)
    .where(gt(faults.at, since))
    .orderBy(desc(faults.at), desc(faults.id))
    .limit(FAULTS_SHOWN)
    .all();
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _, id, ...row }) => ({ id: String(id), ...row })),
  };
}

/** A copy of the site that was taken, or tried. Times in ms since 1970. */
export interface BackupRun {
  startedAt: number;
  finishedAt: number;
  /** What went wrong; null where it is whole. */
  error: string | null;
  bytes: number | null;
}

/** What one statement reads. */
interface Row {
  waiting: number;
  /** When the one that waits longest was written; null where none waits. */
  oldestAt: number | null;
  /** Of those that wait, how many have been tried in vain. */
  failing: number;
  /** Of the last week: after the last try, and refused by the mail server for good. */
  givenUp: number;
  refused: number;
  /** JSON. */
  lastFailure: string | null;
  /** How many have failed since the last one that was sent, two at most. */
  failedSince: number;
  /** Photos that have come, or are coming, before their form. */
  photosWaiting: number;
  lastWhole: string | null;
  /** The last that is over, whole or not. */
  lastTried: string | null;
}

/** What waits and how backups went, as the database has it: the same whichever process asks. */
export function readOperationsState() {
  // What was taken elsewhere, before the setting changed, keeps nobody's data now.
  const here = env().RESTIC_REPOSITORY === undefined ? sql`TRUE` : sql`place = ${repositoryName()}`;
  // By id: a clock that was ahead would keep its time in front.
  const lastRun = (which: SQL) => sql`SELECT
    json_object('startedAt', started_at, 'finishedAt', finished_at, 'error', error, 'bytes', bytes) FROM backup_runs
    WHERE id = (SELECT max(id) FROM backup_runs WHERE ${here} AND finished_at IS NOT NULL AND ${which})`;
  const waiting = sql`mail_outbox WHERE sent_at IS NULL AND next_attempt_at < ${NEVER}`;
  const ended = sql`mail_outbox WHERE sent_at IS NULL AND next_attempt_at = ${NEVER}`;
  // Not what was sent while the clock was ahead.
  const lastSentAt = sql`(SELECT max(sent_at) FROM mail_outbox WHERE sent_at <= ${now()})`;
  const row = db().get<Row>(sql`SELECT
    (SELECT count(*) FROM ${waiting}) AS waiting,
    (SELECT created_at FROM mail_outbox WHERE id = (SELECT min(id) FROM ${waiting})) AS oldestAt,
    (SELECT count(last_error) FROM (SELECT last_error FROM ${waiting} LIMIT ${MAX_MAILS_READ})) AS failing,
    (SELECT count(*) FROM ${ended} AND NOT is_refused) AS givenUp,
    (SELECT count(*) FROM ${ended} AND is_refused) AS refused,
    (SELECT json_object('error', last_error, 'at', failed_at) FROM mail_outbox WHERE failed_at IS NOT NULL
      ORDER BY failed_at DESC LIMIT 1) AS lastFailure,
    (SELECT count(*) FROM (SELECT 1 FROM mail_outbox WHERE failed_at > coalesce(${lastSentAt}, 0) LIMIT 2)) AS failedSince,
    (SELECT count(*) FROM uploads) AS photosWaiting,
    (${lastRun(sql`error IS NULL`)}) AS lastWhole,
    (${lastRun(sql`TRUE`)}) AS lastTried`);
  const { lastWhole, lastTried, photosWaiting, lastFailure, failedSince, ...mails } = row;
  const failure = lastFailure === null ? null : (JSON.parse(lastFailure) as { error: string; at: number });
  const every = env().BACKUP_EVERY;
  const runs = { lastWhole: runOf(lastWhole), lastTried: runOf(lastTried) };
  return {
    mails: {
      ...mails,
      lastError: failure?.error ?? null,
      lastFailedAt: failure?.at ?? null,
      /** All tries since the last mail that was sent have failed. A single refused mail says nothing of the others. */
      isFailing: failedSince > 1 || (failedSince === 1 && mails.failing > 0),
    },
    photosWaiting,
    backups: { every, ...runs, overdue: isOverdue(runs.lastWhole, every) },
  };
}

/** Whether a backup is dated in the future: nobody can say how old it is. */
export const isInFuture = ({ startedAt }: BackupRun) => startedAt > now() + CLOCK_TOLERANCE_MS;

const isOverdue = (lastWhole: BackupRun | null, every: number | null) =>
  every !== null &&
  lastWhole !== null &&
  (isInFuture(lastWhole) || now() - lastWhole.startedAt > BACKUPS_MISSED * every);

const runOf = (json: string | null) => (json === null ? null : (JSON.parse(json) as BackupRun));

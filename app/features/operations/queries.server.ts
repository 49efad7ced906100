import { and, desc, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { backupRuns, faults, mailOutbox } from "~/db/schema";
import { env } from "~/env.server";
import { DAY, MINUTE, now, toIso } from "~/lib/time";
import { repositoryName } from "~/services/backups/restic.server";
import { NEVER } from "~/services/mail/worker.server";

/** In intervals since the last complete backup. */
const BACKUPS_MISSED = 2;
/** ms; later times mean a wrong clock. */
const CLOCK_TOLERANCE_MS = MINUTE;
const FAULTS_SHOWN = 20;
/** More mails checked for errors would slow the dashboard in an incident. */
const MAX_MAILS_READ = 10_000;

/** Of the last day, newest first; `total` counts all. */
export function listFaults() {
  const since = now() - DAY;
  const rows = db()
    .select({
      ...{ errorId: faults.errorId, at: faults.at, requestId: faults.requestId, method: faults.method },
      ...{ path: faults.path, message: faults.message },
      total: sql<number>`(SELECT count(*) FROM faults WHERE at > ${since})`,
    })
    .from(faults)
    .where(gt(faults.at, since))
    .orderBy(desc(faults.at), desc(faults.id))
    .limit(FAULTS_SHOWN)
    .all();
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _, at, ...row }) => ({ ...row, at: toIso(at) })) };
}

/** Times in ms since 1970; `error` is null for a complete backup. */
export type BackupRun = NonNullable<ReturnType<typeof findLastRun>>;

type Count = "waiting" | "failing" | "givenUp" | "refused" | "failedSince" | "photosWaiting";

function findLastRun(condition?: SQL) {
  // Backups at an earlier location do not count.
  const isThisPlace = env().RESTIC_REPOSITORY === undefined ? undefined : eq(backupRuns.place, repositoryName());
  const { startedAt, finishedAt, error, bytes } = backupRuns;
  // By id: a clock that was ahead would keep its time in front.
  return db()
    .select({ startedAt, finishedAt: sql<number>`${finishedAt}`, error, bytes })
    .from(backupRuns)
    .where(and(isThisPlace, isNotNull(finishedAt), condition))
    .orderBy(desc(backupRuns.id))
    .limit(1)
    .get();
}

const findLastFailure = () =>
  db()
    .select({ error: mailOutbox.lastError, at: mailOutbox.failedAt })
    .from(mailOutbox)
    .where(isNotNull(mailOutbox.failedAt))
    .orderBy(desc(mailOutbox.failedAt))
    .limit(1)
    .get();

/** From the database: the same in every process. */
export function readOperationsState() {
  const waitingMails = sql`mail_outbox WHERE sent_at IS NULL AND next_attempt_at < ${NEVER}`;
  const refusedMails = sql`mail_outbox WHERE sent_at IS NULL AND next_attempt_at = ${NEVER}`;
  // Ignores mails sent while the clock was ahead.
  const lastSentAt = sql`(SELECT max(sent_at) FROM mail_outbox WHERE sent_at <= ${now()})`;
  const { photosWaiting, failedSince, ...mails } = db().get<
    Record<Count, number> & { oldestAt: number | null }
  >(sql`SELECT
    (SELECT count(*) FROM ${waitingMails}) AS waiting,
    (SELECT created_at FROM mail_outbox WHERE id = (SELECT min(id) FROM ${waitingMails})) AS oldestAt,
    (SELECT count(last_error) FROM (SELECT last_error FROM ${waitingMails} LIMIT ${MAX_MAILS_READ})) AS failing,
    (SELECT count(*) FROM ${refusedMails} AND NOT is_refused) AS givenUp,
    (SELECT count(*) FROM ${refusedMails} AND is_refused) AS refused,
    (SELECT count(*) FROM (SELECT 1 FROM mail_outbox WHERE failed_at > coalesce(${lastSentAt}, 0) LIMIT 2)) AS failedSince,
    (SELECT count(*) FROM uploads) AS photosWaiting`);
  const failure = findLastFailure();
  const interval = env().BACKUP_EVERY;
  const lastWhole = findLastRun(isNull(backupRuns.error));
  return {
    mails: {
      ...mails,
      lastError: failure?.error ?? null,
      lastFailedAt: failure?.at ?? null,
      /** All attempts since the last sent mail failed. A single refused mail means nothing for the others. */
      isFailing: failedSince > 1 || (failedSince === 1 && mails.failing > 0),
    },
    photosWaiting,
    backups: { every: interval, lastWhole, lastTried: findLastRun(), overdue: isOverdue(lastWhole, interval) },
  };
}

/** From a wrong clock, so the age is unknown. */
export const isInFuture = (startedAt: number) => startedAt > now() + CLOCK_TOLERANCE_MS;

const isOverdue = (lastWhole: BackupRun | undefined, interval: number | null) =>
  interval !== null &&
  lastWhole !== undefined &&
  (isInFuture(lastWhole.startedAt) || now() - lastWhole.startedAt > BACKUPS_MISSED * interval);

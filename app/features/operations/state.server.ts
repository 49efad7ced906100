import { sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { env } from "~/env.server";
import { describeLocation } from "~/lib/store-location";
import { now } from "~/lib/time";
import { ENDED } from "~/services/backups/runs.server";
import { NEVER } from "~/services/mail/delivery.server";
import { OPERATIONS_LIMITS } from "./limits";

/** A copy of the site that was taken, or tried. Times in ms since 1970. */
export interface BackupRun {
  startedAt: number;
  /** null where its process died. */
  finishedAt: number | null;
  /** What went wrong; null where it is whole. */
  error: string | null;
  bytes: number | null;
}

/** What waits and how backups went, as the database has it: the same whichever process asks. */
export interface OperationsState {
  mails: {
    waiting: number;
    /** When the one that waits longest was written; null where none waits. */
    oldestAt: number | null;
    /** Of those that wait, how many have been tried in vain. */
    failing: number;
    /** Of the last week. */
    givenUp: number;
  };
  /** Photos that have come, or are coming, before their form. */
  photosWaiting: number;
  backups: {
    /** ms from one to the next; null: off. */
    every: number | null;
    lastWhole: BackupRun | null;
    /** The last that is over, whole or not; one whose process died is over when its time is. */
    lastTried: BackupRun | null;
  };
}

interface Row {
  waiting: number;
  oldestAt: number | null;
  failing: number;
  givenUp: number;
  photosWaiting: number;
  lastWhole: string | null;
  lastTried: string | null;
}

const RUN = sql.raw(
  "json_object('startedAt', started_at, 'finishedAt', finished_at, 'error', error, 'bytes', bytes) FROM backup_runs",
);

/** Reads all of it in one statement. */
export function readOperations(): OperationsState {
  const { BACKUP_URL } = env();
  // What was taken elsewhere, before the setting changed, keeps nobody's data now.
  const here = BACKUP_URL === undefined ? sql`TRUE` : sql`place = ${describeLocation(BACKUP_URL)}`;
  const waiting = sql`mail_outbox WHERE sent_at IS NULL AND next_attempt_at < ${NEVER}`;
  const row = db().get<Row>(sql`SELECT
    (SELECT count(*) FROM ${waiting}) AS waiting,
    (SELECT created_at FROM mail_outbox WHERE id = (SELECT min(id) FROM ${waiting})) AS oldestAt,
    (SELECT count(last_error) FROM (SELECT last_error FROM ${waiting} LIMIT ${OPERATIONS_LIMITS.mailsRead})) AS failing,
    (SELECT count(*) FROM mail_outbox WHERE sent_at IS NULL AND next_attempt_at = ${NEVER}) AS givenUp,
    (SELECT count(*) FROM uploads) AS photosWaiting,
    (SELECT ${RUN} WHERE ${here} AND finished_at IS NOT NULL AND error IS NULL ORDER BY started_at DESC LIMIT 1) AS lastWhole,
    (SELECT ${RUN} WHERE ${here} AND (finished_at IS NOT NULL OR until <= ${now()}) ORDER BY started_at DESC LIMIT 1) AS lastTried`);
  const { lastWhole, lastTried, photosWaiting, ...mails } = row;
  return {
    mails,
    photosWaiting,
    backups: { every: env().BACKUP_EVERY, lastWhole: runOf(lastWhole), lastTried: runOf(lastTried) },
  };
}

function runOf(json: string | null): BackupRun | null {
  if (json === null) return null;
  const run = JSON.parse(json) as BackupRun;
  return run.finishedAt === null ? { ...run, error: run.error ?? ENDED } : run;
}

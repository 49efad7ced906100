import { and, asc, desc, eq, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { backupRuns, jobs } from "~/db/schema";
import { DAY, MINUTE, now } from "~/lib/time";
import { hasAdmin } from "~/services/site/setup-token.server";

/** Names in `jobs`. */
export const BACKUP_JOBS = ["backup", "backup check"] as const;

export type BackupJob = (typeof BACKUP_JOBS)[number];

/** By an admin, until it has run. */
export function findRequest(): BackupJob | undefined {
  const requested = db().select().from(jobs).where(isNotNull(jobs.requestedAt)).orderBy(asc(jobs.requestedAt)).get();
  return BACKUP_JOBS.find((name) => name === requested?.name);
}

/** It starts within seconds. */
export function requestRun(name: BackupJob): void {
  const row = { requestedAt: now() };
  db()
    .insert(jobs)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: jobs.name, set: row })
    .run();
}

/** The last complete run stays. */
const RETENTION_MS = 31 * DAY;
const MAX_ERROR_LENGTH = 300;

const LAST_WHOLE = sql`(SELECT max(id) FROM backup_runs WHERE finished_at IS NOT NULL AND error IS NULL)`;

export function lastRun(place: string) {
  return db().select().from(backupRuns).where(eq(backupRuns.place, place)).orderBy(desc(backupRuns.id)).limit(1).get();
}

export function hasWhole(place: string): boolean {
  const whole = and(eq(backupRuns.place, place), isNotNull(backupRuns.finishedAt), isNull(backupRuns.error));
  return db().select({ id: backupRuns.id }).from(backupRuns).where(whole).limit(1).get() !== undefined;
}

/**
 * After a failure at most a minute later, after a killed run at once. Never before there is an admin: a new host
 * waiting for its restore has no data worth a backup. At once after a request.
 */
export function isDue(place: string, interval: number): boolean {
  if (!hasAdmin()) return false;
  if (findRequest() === "backup") return true;
  const last = lastRun(place);
  // A start in the future is from a wrong clock.
  if (!last || last.finishedAt === null || last.startedAt > now()) return true;
  return now() >= (last.bytes === null ? last.finishedAt + Math.min(interval, MINUTE) : last.startedAt + interval);
}

/** Unfinished earlier runs were killed. @returns its id */
export function beginRun(place: string): number {
  const startedAt = now();
  return transaction(() => {
    const dead = { finishedAt: startedAt, error: "It did not finish: the process that was taking it has ended." };
    db().update(backupRuns).set(dead).where(isNull(backupRuns.finishedAt)).run();
    const old = and(
      lt(backupRuns.startedAt, startedAt - RETENTION_MS),
      ne(backupRuns.id, sql`coalesce(${LAST_WHOLE}, 0)`),
    );
    db().delete(backupRuns).where(old).run();
    return db().insert(backupRuns).values({ place, startedAt, until: startedAt }).returning().get().id;
  });
}

export function finishRun(id: number, { bytes, error }: { bytes: number | undefined; error?: string }): void {
  const line = error?.split("\n")[0]?.slice(0, MAX_ERROR_LENGTH) ?? null;
  db()
    .update(backupRuns)
    .set({ finishedAt: now(), bytes: bytes ?? null, error: line })
    .where(eq(backupRuns.id, id))
    .run();
}

/** After a stop: the next process starts a new one. */
export function dropRun(id: number): void {
  db().delete(backupRuns).where(eq(backupRuns.id, id)).run();
}

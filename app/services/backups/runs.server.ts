import { and, desc, eq, isNull, lt, lte, ne, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { backupRuns } from "~/db/schema";
import { DAY, MINUTE, now, SECOND } from "~/lib/time";
import { type BackupRun, nextStart, RUNS_NEEDED } from "./schedule";

/** How long nobody else begins one after the last sign of life, ms. */
const LEASE = 20 * SECOND;
/** By how much the clocks of processes may differ, or be put right at a time, ms. */
const SKEW = MINUTE;
/** How long runs are remembered, ms; the last whole one stays. */
const REMEMBERED = 31 * DAY;
/** An error as it is kept. */
const LONGEST_ERROR = 300;

/** The last runs into a place, the newest first. What a wrong clock has put into the future says nothing. */
function recentRuns(place: string): BackupRun[] {
  const { startedAt, until, finishedAt, error } = backupRuns;
  return db()
    .select({ startedAt, until, finishedAt, error })
    .from(backupRuns)
    .where(and(eq(backupRuns.place, place), lte(backupRuns.startedAt, now() + SKEW)))
    .orderBy(desc(backupRuns.startedAt), desc(backupRuns.id))
    .limit(RUNS_NEEDED)
    .all();
}

/** When the next one into a place begins, ms since 1970. */
export function nextRun(place: string, every: number): number {
  return nextStart(recentRuns(place), every);
}

/**
 * Begins a run where it is time, for this process alone among all of the site.
 * @returns its id; null where it is not time, or another process is at it
 */
export function claimRun(place: string, every: number): number | null {
  return transaction(() => {
    const time = now();
    if (nextRun(place, every) > time) return null;
    forgetOld(time);
    const run = { place, startedAt: time, until: time + LEASE };
    return db().insert(backupRuns).values(run).returning({ id: backupRuns.id }).get().id;
  });
}

function forgetOld(time: number): void {
  const lastWhole = sql`coalesce((SELECT max(id) FROM backup_runs WHERE finished_at IS NOT NULL AND error IS NULL), 0)`;
  db()
    .delete(backupRuns)
    .where(and(lt(backupRuns.startedAt, time - REMEMBERED), ne(backupRuns.id, lastWhole)))
    .run();
}

/** A sign of life. */
export function renewRun(id: number): void {
  db()
    .update(backupRuns)
    .set({ until: now() + LEASE })
    .where(and(eq(backupRuns.id, id), isNull(backupRuns.finishedAt)))
    .run();
}

/** How a run has ended: with what it added to the place (bytes), or with what went wrong. */
export function finishRun(id: number, { bytes, error }: { bytes?: number; error?: string }): void {
  const line = error?.split("\n")[0]?.slice(0, LONGEST_ERROR) ?? null;
  db()
    .update(backupRuns)
    .set({ finishedAt: now(), bytes: bytes ?? null, error: line })
    .where(eq(backupRuns.id, id))
    .run();
}

/** Somebody stopped the site while it ran: it is begun anew by whoever comes next. */
export function dropRun(id: number): void {
  db().delete(backupRuns).where(eq(backupRuns.id, id)).run();
}

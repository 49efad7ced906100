import { and, desc, eq, isNull, lt, lte, ne, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { holdFile } from "~/db/database-files.server";
import { backupRuns } from "~/db/schema";
import { env } from "~/env.server";
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
/** What is said of a run whose process died. */
export const ENDED = "It did not finish: the process that took it has ended.";

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
 * Held by the process that takes a backup, for as long as that lives: who gets it knows that no other one is at it.
 * @returns gives it back; null where another process has it
 */
export const takeTurn = () => holdFile(`${env().databaseFile}.backup-turn`);

/**
 * Begins a run where it is time, for this process alone among all of the site.
 * @param alone whether this process has the turn: what has not finished has died then, and is not waited for
 * @returns its id; null where it is not time, or another process is at it
 */
export function claimRun(place: string, every: number, alone: boolean): number | null {
  return transaction(() => {
    const time = now();
    if (alone) finishDead(place);
    if (nextRun(place, every) > time) return null;
    forgetOld(time);
    const run = { place, startedAt: time, until: time + LEASE };
    return db().insert(backupRuns).values(run).returning({ id: backupRuns.id }).get().id;
  });
}

/** They ended with their last sign of life. */
function finishDead(place: string): void {
  db()
    .update(backupRuns)
    .set({ finishedAt: sql`until - ${LEASE}`, error: ENDED })
    .where(and(eq(backupRuns.place, place), isNull(backupRuns.finishedAt)))
    .run();
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

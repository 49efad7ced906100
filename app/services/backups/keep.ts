import { DAY, toIso } from "~/lib/time";

/** How many days and months have their newest backup kept. */
const DAYS = 30;
const MONTHS = 12;

/**
 * Which backups are kept: all of the last 24 hours, the newest of each of the last 30 days and of the last 12 months (UTC,
 * today and this month among them), and the newest of all in any case.
 * @param times of whole backups, ms since 1970, in any order
 * @returns those to keep
 */
export function keptBackups(times: readonly number[], now: number): Set<number> {
  const newestFirst = [...times].sort((one, other) => other - one);
  const days = new Set(Array.from({ length: DAYS }, (_, ago) => toIso(now - ago * DAY).slice(0, 10)));
  const months = new Set(Array.from({ length: MONTHS }, (_, ago) => monthBefore(now, ago)));
  const kept = new Set(newestFirst.slice(0, 1));
  for (const time of newestFirst) {
    const [day, month] = [toIso(time).slice(0, 10), toIso(time).slice(0, 7)];
    // Each day and each month has its newest only.
    const first = [days.delete(day), months.delete(month)].some(Boolean);
    if (first || time > now - DAY) kept.add(time);
  }
  return kept;
}

function monthBefore(now: number, ago: number): string {
  const date = new Date(now);
  return toIso(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - ago)).slice(0, 7);
}

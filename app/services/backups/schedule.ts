import { MINUTE, SECOND } from "~/lib/time";

/** A copy that the site has taken of itself, or tried to; times in ms since 1970. */
export interface BackupRun {
  startedAt: number;
  /** Until when nobody else begins one. */
  until: number;
  /** null while it runs, and where its process died. */
  finishedAt: number | null;
  /** null where it is whole. */
  error: string | null;
}

/** Of the last whole ones, the slowest says how long the next one may take. */
const LOOKED_AT = 5;
/** And so much more: the site grows, and may be busier than it was. */
const LONGER = 1.5;
const AT_LEAST = 3 * SECOND;
/** After a failure it is tried again so soon, doubled for each further one in a row; at least every minute, ms. */
const FIRST_PAUSE = 5 * SECOND;
const LONGEST_PAUSE = MINUTE;

/** How many runs have to be known to say when the next one begins. */
export const RUNS_NEEDED = 20;

const isWhole = ({ finishedAt, error }: BackupRun) => finishedAt !== null && error === null;

/**
 * When the next one has to begin, so that it is whole before the snapshot of the last whole one is `every` old: what is
 * lost with the machine is never older than that.
 * @param runs the newest first
 * @param every ms
 * @returns ms since 1970, maybe past
 */
export function nextStart(runs: readonly BackupRun[], every: number): number {
  const failures = runs.findIndex(isWhole);
  const since = failures < 0 ? runs : runs.slice(0, failures);
  const [last] = since;
  const due = dueAfter(runs.filter(isWhole), every);
  if (!last) return due;
  // Nobody knows yet how the newest one ends; without a sign of life for so long it has died.
  if (last.finishedAt === null) return last.until;
  const pause = Math.min(FIRST_PAUSE * 2 ** (since.length - 1), LONGEST_PAUSE, every);
  return Math.max(last.finishedAt + pause, due);
}

function dueAfter(whole: readonly BackupRun[], every: number): number {
  const [last] = whole;
  if (!last) return 0;
  const slowest = Math.max(...whole.slice(0, LOOKED_AT).map(({ startedAt, finishedAt }) => finishedAt! - startedAt));
  // The snapshot is taken after the start.
  return last.startedAt + every - slowest * LONGER - AT_LEAST;
}

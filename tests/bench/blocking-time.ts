/** A part of Chromium's trace events; times in µs. */
export interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
}

/** A phone's CPU slowdown. */
export const SLOWDOWN = 4;
/** A longer task blocks, µs. */
const LONG_TASK = 50_000;

/**
 * Total blocking time of the main thread on a slow phone, from the first contentful paint, ms. Thread time, so that
 * other programs do not count.
 * @returns NaN if a long task has no thread time; Chromium omits it for a few µs
 * @throws without a first contentful paint
 */
export function blockingTime(events: readonly TraceEvent[]): number {
  const paint = events.find(({ name }) => name === "firstContentfulPaint");
  if (!paint) throw new Error("the trace has no first contentful paint");
  const isTask = ({ name, pid, tid }: TraceEvent) => name === "RunTask" && pid === paint.pid && tid === paint.tid;
  const isLong = ({ ts, dur = 0 }: TraceEvent) => dur * SLOWDOWN > LONG_TASK && ts + dur > paint.ts;
  const blocking = ({ tdur = Number.NaN }: TraceEvent) => Math.max(0, tdur * SLOWDOWN - LONG_TASK);
  const longTasks = events.filter((event) => isTask(event) && isLong(event));
  return longTasks.reduce((sum, task) => sum + blocking(task), 0) / 1000;
}

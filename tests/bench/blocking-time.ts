/** What is used of an event of Chromium's trace; times in µs. */
export interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  /** Missing where the trace ended first. */
  dur?: number;
  /** Processor time of the thread. */
  tdur?: number;
}

/** How much slower a phone's processor is. */
export const SLOWDOWN = 4;
/** A task that takes longer on the slow phone blocks, µs. */
const LONG_TASK = 50_000;

/**
 * Total blocking time of the main thread on a slow phone, ms, from the first contentful paint to the end of the trace.
 * Thread time, not wall time: other programs on the machine must not count.
 * @returns NaN where a long task has no thread time; Chromium leaves it out of tasks of a few µs
 * @throws where the trace has no first contentful paint
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

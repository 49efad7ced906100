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
/** A longer task blocks, ms. */
const LONG_TASK = 50;

/**
 * Total blocking time of the main thread on a slow phone, ms, from the first contentful paint to the end of the trace.
 * Thread time, not wall time: other programs on the machine must not count.
 * @throws where the trace has no first contentful paint
 */
export function blockingTime(events: readonly TraceEvent[]): number {
  const paint = events.find(({ name }) => name === "firstContentfulPaint");
  if (!paint) throw new Error("the trace has no first contentful paint");
  const tasks = events.filter(
    ({ name, pid, tid, ts, dur = Number.NaN }) =>
      name === "RunTask" && pid === paint.pid && tid === paint.tid && ts + dur > paint.ts,
  );
  const blocking = ({ tdur = Number.NaN }: TraceEvent) => Math.max(0, (tdur / 1000) * SLOWDOWN - LONG_TASK);
  return tasks.reduce((sum, task) => sum + blocking(task), 0);
}

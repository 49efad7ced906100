import { beforeEach } from "vitest";
import { now, setClock } from "~/lib/time";

export const NOON = Date.UTC(2031, 4, 10, 12);

/** Stops the clock at `ms` after its current time. */
export function passTime(ms: number): void {
  const later = now() + ms;
  setClock(() => later);
}

/**
 * A clock that advances a second per read, from `start` in each test.
 * @returns the clock, which can be advanced
 */
export function tickingClock(start = NOON) {
  const clock = { time: start };
  beforeEach(() => {
    clock.time = start;
    setClock(() => (clock.time += 1000));
  });
  return clock;
}

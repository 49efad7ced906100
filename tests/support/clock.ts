import { beforeEach } from "vitest";
import { now, setClock } from "~/lib/time";

export const NOON = Date.UTC(2031, 4, 10, 12);

/** Stops the clock `ms` from now. */
export function passTime(ms: number): void {
  const later = now() + ms;
  setClock(() => later);
}

/** Advances a second per read, from `start` in each test. */
export function tickingClock(start = NOON) {
  const clock = { time: start };
  beforeEach(() => {
    clock.time = start;
    setClock(() => (clock.time += 1000));
  });
  return clock;
}

import { beforeEach } from "vitest";
import { now, setClock } from "~/lib/time";

/** Noon of 10 May 2031. */
export const NOON = Date.UTC(2031, 4, 10, 12);

/** So many milliseconds later the clock stands still. */
export function passTime(ms: number): void {
  const later = now() + ms;
  setClock(() => later);
}

/**
 * Every look at the clock is a second later than the one before, from `start` on in each test.
 * @returns the clock, which can be put on
 */
export function tickingClock(start = NOON) {
  const clock = { time: start };
  beforeEach(() => {
    clock.time = start;
    setClock(() => (clock.time += 1000));
  });
  return clock;
}

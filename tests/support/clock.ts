import { beforeEach } from "vitest";
import { setClock } from "~/lib/time";

/** Noon of 10 May 2031. */
export const NOON = Date.UTC(2031, 4, 10, 12);

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

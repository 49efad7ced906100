import type { Counters } from "~/http/counters.server";
import { INNER_LIMITS, LIMITS } from "~/http/limits.server";
import { counter, type Figure, Tally } from "~/services/metrics/figures";

const NAMES = [...Object.keys(LIMITS), ...Object.keys(INNER_LIMITS)];

/** Counters that count what they refuse, too. */
export function watchedCounters(counters: Counters): { counters: Counters; figures: () => Figure[] } {
  const refusals = new Tally();
  return {
    counters: {
      ...counters,
      async count(limit, key) {
        const wait = await counters.count(limit, key);
        if (wait > 0) refusals.add(limit.name);
        return wait;
      },
    },
    figures: () => [
      counter("paddock_limit_refusals_total", "Calls that a request limit refused", refusals.by("limit", NAMES)),
    ],
  };
}

import { INNER_LIMITS, LIMITS, watchRefusals } from "~/http/limits.server";
import { counter, type Figure, Tally } from "~/services/metrics/figures";

const NAMES = [...Object.keys(LIMITS), ...Object.keys(INNER_LIMITS)];

/** Counts what request limits refuse, from here on. */
export function watchLimits(): () => Figure[] {
  const refusals = new Tally();
  watchRefusals((limit) => refusals.add(limit));
  return () => [
    counter("paddock_limit_refusals_total", "Calls that a request limit refused", refusals.by("limit", NAMES)),
  ];
}

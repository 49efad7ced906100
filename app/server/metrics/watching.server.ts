import { watchDatabase } from "~/db/client.server";
import { watchPhotoStore } from "~/services/images/stores.server";
import { STORE_OPERATIONS } from "~/services/images/watched-store.server";
import { faultsSoFar } from "~/services/log/faults.server";
import { counter, type Figure, gauge, Tally } from "~/services/metrics/figures";
import { Meter, watchedDatabase } from "~/services/metrics/meter.server";
import { measureRuntime, PROMETHEUS_TEXT, prometheusText } from "~/services/metrics/prometheus.server";
import { uploadSlots } from "~/services/uploads/slots.server";
import type { Primary } from "../cluster/link";
import { figuresOfAll } from "../cluster/measured";
import { watchLimits } from "./limiter-refusals.server";
import { siteFigures } from "./site-figures.server";
import { slotFigures } from "./slot-figures";

/** A site that is watched, as one of its processes sees it. */
export interface Watching {
  /** Who sends it gets the figures: METRICS_TOKEN. */
  token: string;
  /** What this process measures. */
  meter: Meter;
  /** The figures of all processes, as Prometheus reads them. */
  text(): Promise<{ body: string; type: string }>;
}

/**
 * Begins to measure, before the database is opened. Nothing of it costs anything where it is not called.
 * @param primary where this process is one of several
 */
export function startWatching(token: string, primary?: Primary): Watching {
  const meter = new Meter(measureRuntime());
  const database = watchedDatabase();
  watchDatabase(database.watch);
  const failures = new Tally();
  watchPhotoStore((operation) => failures.add(operation));
  for (const source of [database.figures, watchLimits(), () => ownFigures(failures)]) meter.add(source);
  const parts = primary ? figuresOfAll(meter, primary) : async () => [await meter.figures()];
  return {
    token,
    meter,
    text: async () => {
      const [ofProcesses, ofSite] = await Promise.all([parts(), siteFigures()]);
      return { body: await prometheusText([...ofProcesses, ofSite]), type: PROMETHEUS_TEXT };
    },
  };
}

function ownFigures(failures: Tally): Figure[] {
  const slots = uploadSlots.state?.();
  const faults = new Tally();
  for (const [where, count] of Object.entries(faultsSoFar)) faults.add(where, count);
  return [
    gauge("paddock_processes", "Processes that answer", 1),
    counter("paddock_faults_total", "Faults by where they came up", faults.by("where")),
    counter(
      "paddock_photo_store_failures_total",
      "What the photo store could not do",
      failures.by("operation", STORE_OPERATIONS),
    ),
    ...(slots ? slotFigures(slots) : []),
  ];
}

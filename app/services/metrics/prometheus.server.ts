import type { Figure } from "./figures";

/** From the library's measuring of process and Node to this one's figures, in which the slowest process shows. */
const AT_WORST = /^nodejs_eventloop_lag_(p\d+_|mean_|stddev_)?seconds$/;

/**
 * Begins to measure memory, processor time, event loop and garbage collection of this process.
 * @returns reads them; what the event loop was late is since the last reading
 */
export function measureRuntime(): () => Promise<Figure[]> {
  // Only sites that are watched load the library.
  const begun = import("prom-client").then(({ default: client }) => {
    const registry = new client.Registry();
    client.collectDefaultMetrics({ register: registry });
    return registry;
  });
  return async () => {
    const figures = (await (await begun).getMetricsAsJSON()) as unknown as Figure[];
    return figures.map((figure) => ({ ...figure, aggregator: aggregatorOf(figure) }));
  };
}

function aggregatorOf({ name, aggregator }: Figure): Figure["aggregator"] {
  // Left out by the library: of several processes the oldest says since when the site runs.
  if (name === "process_start_time_seconds") return "min";
  return AT_WORST.test(name) ? "max" : aggregator;
}

/** The content type of `prometheusText`. */
export const PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";

/** Puts the figures of all processes together, in the text that Prometheus reads. */
export async function prometheusText(parts: readonly (readonly Figure[])[]): Promise<string> {
  const { AggregatorRegistry } = (await import("prom-client")).default;
  return AggregatorRegistry.aggregate(parts as unknown as object[]).metrics();
}

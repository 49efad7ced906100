import { watchDatabase } from "~/db/client.server";
import { env } from "~/env.server";
import { Meter, watchedDatabase } from "~/services/metrics/meter.server";
import { measureRuntime, PROMETHEUS_TEXT, prometheusText } from "~/services/metrics/prometheus.server";

/** A site that is watched. */
export interface Watching {
  /** METRICS_TOKEN */
  token: string;
  meter: Meter;
  /** The figures of the whole site. */
  text(): Promise<{ body: string; type: string }>;
}

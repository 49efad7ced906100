import type { Worker } from "node:cluster";
import { EventEmitter, once } from "node:events";
import * as prometheus from "prom-client";
import { SECOND } from "~/lib/time";
import { createMetrics } from "../metrics/figures";
import { type Measured, sendToWorker } from "./messages";

/** Timeout for the workers' metrics, ms; a worker that hangs is shown with its last ones. */
const MEASURE_TIMEOUT_MS = SECOND;
/** Type of metrics that end with their process; the others are summed up. */
const MOMENTARY = "gauge";

/**
 * Collects the workers' metrics. Sums over all workers must never decrease, so a dead worker's last known counts stay
 * in them.
 */
export class Measures {
  readonly #latest = new Map<Worker, Measured>();
  #past: Measured = [];
  readonly #own = new prometheus.Registry();
  readonly #heard = new EventEmitter();
  readonly #countDeath: () => void;

  constructor() {
    const figures = createMetrics(prometheus, this.#own);
    this.#countDeath = figures.counter("paddock_workers_died_total", "Workers that have died");
    const memory = "Resident memory size in bytes.";
    figures.gauge("process_resident_memory_bytes", memory, () => process.memoryUsage.rss());
  }

  /** Adds a worker that is ready. */
  add(worker: Worker): void {
    this.#latest.set(worker, []);
  }

  /** Stores a worker's metrics. */
  hear(worker: Worker, figures: Measured): void {
    if (this.#latest.has(worker)) this.#latest.set(worker, figures);
    this.#heard.emit(String(worker.id));
  }

  /** Metrics of all workers, in Prometheus text format. */
  async text(): Promise<string> {
    const signal = AbortSignal.timeout(MEASURE_TIMEOUT_MS);
    const heard = [...this.#latest.keys()].map((worker) => {
      sendToWorker(worker, { type: "measure" });
      return once(this.#heard, String(worker.id), { signal }).catch(() => {});
    });
    await Promise.all(heard);
    const own = await this.#own.getMetricsAsJSON();
    return sumOf([...this.#latest.values(), this.#past, own]).metrics();
  }

  /** Removes a worker that has ended. Call it when all its messages have been handled. */
  lose(worker: Worker, clean: boolean): void {
    if (!clean) this.#countDeath();
    const last = (this.#latest.get(worker) ?? []).filter(({ type }) => String(type) !== MOMENTARY);
    this.#latest.delete(worker);
    this.#heard.emit(String(worker.id));
    const sums = sumOf([this.#past, last]).getMetricsAsArray() as unknown as { get(): Measured[number] }[];
    this.#past = sums.map((sum) => sum.get());
  }
}

const sumOf = (parts: Measured[]) => prometheus.AggregatorRegistry.aggregate(parts);

import type { Worker } from "node:cluster";
import { EventEmitter, once } from "node:events";
import * as prometheus from "prom-client";
import { SECOND } from "~/lib/time";
import { createMetrics } from "../metrics/figures";
import { type ProcessMetrics, sendToWorker } from "./messages";

/** ms; a worker that hangs keeps its last metrics. */
const WORKER_TIMEOUT_MS = SECOND;

const { aggregate } = prometheus.AggregatorRegistry;

/**
 * The metrics of all workers. The library's collection fails while a worker starts, and its sums decrease when one
 * ends; Prometheus would read a restart.
 */
export class ClusterMetrics {
  readonly #latest = new Map<Worker, ProcessMetrics>();
  #past: ProcessMetrics = [];
  readonly #own = new prometheus.Registry();
  readonly #updates = new EventEmitter();
  readonly #countDeath: () => void;

  constructor() {
    const metrics = createMetrics(prometheus, this.#own);
    this.#countDeath = metrics.counter("paddock_workers_died_total", "Workers that have died");
    const memory = "Resident memory size in bytes.";
    metrics.gauge("process_resident_memory_bytes", memory, () => process.memoryUsage.rss());
  }

  /** A new worker has no metrics. */
  update(worker: Worker, metrics: ProcessMetrics = []): void {
    this.#latest.set(worker, metrics);
    this.#updates.emit(String(worker.id));
  }

  /** Keeps its counters. Call after its last message. */
  remove(worker: Worker, isClean: boolean): void {
    if (!isClean) this.#countDeath();
    const counters = (this.#latest.get(worker) ?? []).filter(({ type }) => String(type) !== "gauge");
    this.#latest.delete(worker);
    this.#updates.emit(String(worker.id));
    const sums = aggregate([this.#past, counters]).getMetricsAsArray() as unknown as {
      get(): ProcessMetrics[number];
    }[];
    this.#past = sums.map((sum) => sum.get());
  }

  async text(): Promise<string> {
    const signal = AbortSignal.timeout(WORKER_TIMEOUT_MS);
    const updates = [...this.#latest.keys()].map((worker) => {
      sendToWorker(worker, { type: "measure" });
      return once(this.#updates, String(worker.id), { signal }).catch(() => {});
    });
    await Promise.all(updates);
    return aggregate([...this.#latest.values(), this.#past, await this.#own.getMetricsAsJSON()]).metrics();
  }
}

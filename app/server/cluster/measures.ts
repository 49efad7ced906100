import type { Worker } from "node:cluster";
import { EventEmitter, once } from "node:events";
import * as prometheus from "prom-client";
import { SECOND } from "~/lib/time";
import type { SlotState } from "~/services/uploads/slots.server";
import { createMetrics, slotFigures } from "../metrics/figures";
import { type Measured, sendToWorker } from "./messages";

/** How long workers are waited for, ms: one that hangs is as it was when it last answered. */
const MEASURE_TIMEOUT_MS = SECOND;
/** What ends with its process; the rest is added up. */
const MOMENTARY = "gauge";

/**
 * Collects what the workers measure. What a worker had counted when it was last looked at is added up after its death, so
 * that sums over all workers never go back.
 */
export class Measures {
  readonly #latest = new Map<Worker, Measured>();
  #past: Measured = [];
  readonly #own = new prometheus.Registry();
  readonly #heard = new EventEmitter();
  readonly #countDeath: () => void;

  /** @param slots the uploads, of which this process knows */
  constructor(slots: () => SlotState | undefined) {
    const figures = createMetrics(prometheus, this.#own);
    this.#countDeath = figures.counter("paddock_workers_died_total", "Workers that have died");
    const memory = "Resident memory size in bytes.";
    figures.gauge("process_resident_memory_bytes", memory, () => process.memoryUsage.rss());
    slotFigures(figures, slots);
  }

  /** A worker that answers. */
  add(worker: Worker): void {
    this.#latest.set(worker, []);
  }

  /** What a worker measures. */
  hear(worker: Worker, figures: Measured): void {
    if (this.#latest.has(worker)) this.#latest.set(worker, figures);
    this.#heard.emit(String(worker.id));
  }

  /** What all workers measure, as Prometheus reads it. */
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

  /** A worker is no more, and all that it said has been heard. */
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

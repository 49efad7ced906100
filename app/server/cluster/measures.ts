import type { Worker } from "node:cluster";
import { SECOND } from "~/lib/time";
import { counter, type Figure, gauge, Past } from "~/services/metrics/figures";
import { tellWorker } from "./tell-worker";

/** How long workers are waited for, ms: one that hangs is as it was when it last answered. */
const PATIENCE = SECOND;

/** A look at all workers that one of them has asked for. */
interface Round {
  missing: Set<Worker>;
  end(): void;
}

/**
 * Collects what the workers measure. What a worker had counted when it was last looked at is added up after its death, so
 * that sums over all workers never go back.
 */
export class Measures {
  readonly #workers = new Map<Worker, readonly Figure[]>();
  readonly #past = new Past();
  readonly #rounds = new Map<number, Round>();
  #serial = 0;
  #died = 0;

  /** @param ofPrimary what this process knows */
  constructor(private readonly ofPrimary: () => Figure[]) {}

  /** A worker that answers. */
  add(worker: Worker): void {
    this.#workers.set(worker, []);
  }

  /** Looks at all workers for `asker`, which gets their figures under its own number for it. */
  look(asker: Worker, id: number): void {
    this.#serial += 1;
    const look = this.#serial;
    const end = () => {
      clearTimeout(timer);
      this.#rounds.delete(look);
      tellWorker(asker, { type: "all-figures", id, parts: this.#parts() });
    };
    const timer = setTimeout(end, PATIENCE);
    this.#rounds.set(look, { missing: new Set(this.#workers.keys()), end });
    for (const worker of this.#workers.keys()) tellWorker(worker, { type: "measure", look });
    this.#endWhereAllCame(look);
  }

  /** What a worker measures. @param look undefined where it is about to end */
  hear(worker: Worker, figures: readonly Figure[], look: number | undefined): void {
    if (this.#workers.has(worker)) this.#workers.set(worker, figures);
    if (look === undefined) return;
    this.#rounds.get(look)?.missing.delete(worker);
    this.#endWhereAllCame(look);
  }

  /** A worker is no more, and all that it said has been heard. */
  lose(worker: Worker, clean: boolean): void {
    if (!clean) this.#died += 1;
    this.#past.add(this.#workers.get(worker) ?? []);
    this.#workers.delete(worker);
    for (const [look, { missing }] of [...this.#rounds]) {
      missing.delete(worker);
      this.#endWhereAllCame(look);
    }
  }

  #endWhereAllCame(look: number): void {
    const round = this.#rounds.get(look);
    if (round?.missing.size === 0) round.end();
  }

  #parts(): (readonly Figure[])[] {
    const own = [
      ...this.ofPrimary(),
      counter("paddock_workers_died_total", "Workers that have died", this.#died),
      gauge("process_resident_memory_bytes", "Resident memory size in bytes.", process.memoryUsage.rss()),
    ];
    return [...this.#workers.values(), this.#past.figures(), own];
  }
}

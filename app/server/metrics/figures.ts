import type { Registry } from "prom-client";

export type Prometheus = typeof import("prom-client");

/** Label values are few and fixed: never an address, a name or an id. */
export function createMetrics({ Counter, Gauge }: Prometheus, registry: Registry) {
  const registers = [registry];
  return {
    counter(name: string, help: string): (by?: number) => void {
      const counter = new Counter({ name, help, registers });
      return (by) => counter.inc(by);
    },
    /** @param words start at 0, so that Prometheus sees the first increase */
    counterBy(
      label: string,
      words: readonly string[],
      name: string,
      help: string,
    ): (word: string, by?: number) => void {
      const counter = new Counter({ name, help, labelNames: [label], registers });
      for (const word of words) counter.inc({ [label]: word }, 0);
      return (word, by = 1) => counter.inc({ [label]: word }, by);
    },
    /** @param read called at each scrape */
    gauge(name: string, help: string, read: () => number): void {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
  };
}

export type Figures = ReturnType<typeof createMetrics>;

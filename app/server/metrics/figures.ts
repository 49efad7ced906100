import type { Registry } from "prom-client";

/** The library, which only sites that are watched load. */
export type Prometheus = typeof import("prom-client");

/** Makes figures of one registry. Label values are few and known: never an address, a name or an id. */
export function createMetrics({ Counter, Gauge }: Prometheus, registry: Registry) {
  const registers = [registry];
  return {
    /** What only grows. */
    counter(name: string, help: string): (by?: number) => void {
      const made = new Counter({ name, help, registers });
      return (by) => made.inc(by);
    },
    /** The same by a label. @param words values that are there from the beginning, so that a first rise is one */
    counterBy(
      label: string,
      words: readonly string[],
      name: string,
      help: string,
    ): (word: string, by?: number) => void {
      const made = new Counter({ name, help, labelNames: [label], registers });
      for (const word of words) made.inc({ [label]: word }, 0);
      return (word, by = 1) => made.inc({ [label]: word }, by);
    },
    /** What is so at the moment of a look. */
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

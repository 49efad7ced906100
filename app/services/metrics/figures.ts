/** What a figure is about, beside its name. Values are few and known: never an address, a name or an id. */
export type Labels = Record<string, string | number>;

/** One figure with all its values, as prom-client passes them from process to process. */
export interface Figure {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  /** How the values of several processes become one. */
  aggregator: "sum" | "max" | "min" | "average" | "first" | "omit";
  values: FigureValue[];
}

export interface FigureValue {
  value: number;
  labels: Labels;
  /** Of a histogram's parts. */
  metricName?: string;
}

type Given = number | [labels: Labels, value: number][];

const valuesOf = (given: Given): FigureValue[] =>
  typeof given === "number" ? [{ value: given, labels: {} }] : given.map(([labels, value]) => ({ value, labels }));

/** What only grows, until its process ends; of several processes the sum. */
export function counter(name: string, help: string, given: Given): Figure {
  return { name, help, type: "counter", aggregator: "sum", values: valuesOf(given) };
}

/** What is so at this moment; of several processes the sum. */
export function gauge(name: string, help: string, given: Given): Figure {
  return { name, help, type: "gauge", aggregator: "sum", values: valuesOf(given) };
}

/** A histogram. @param given how long things took, by labels */
export function histogram(name: string, help: string, given: [labels: Labels, durations: Durations][]): Figure {
  const values = given.flatMap(([labels, durations]) => durations.values(name, labels));
  return { name, help, type: "histogram", aggregator: "sum", values };
}

/** Upper ends, seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How long things of one kind took: what a histogram is made of. Cheap to add to, as it is in every request. */
export class Durations {
  readonly #counts = new Float64Array(BUCKETS.length + 1);
  #sum = 0;

  /** @param ms how long one took */
  add(ms: number): void {
    const seconds = ms / 1000;
    let at = 0;
    while (at < BUCKETS.length && seconds > BUCKETS[at]!) at += 1;
    this.#counts[at]! += 1;
    this.#sum += seconds;
  }

  /** As values of the histogram `name`. */
  values(name: string, labels: Labels): FigureValue[] {
    let below = 0;
    const buckets = [...BUCKETS, "+Inf"].map((le, at) => {
      below += this.#counts[at]!;
      return { value: below, labels: { ...labels, le }, metricName: `${name}_bucket` };
    });
    const whole = { value: this.#sum, labels, metricName: `${name}_sum` };
    return [...buckets, whole, { value: below, labels, metricName: `${name}_count` }];
  }
}

/** Counts by one word each, such as a limit's name. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(word: string, by = 1): void {
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + by);
  }

  /** By `label`; the words of `always` are there from the beginning, so that a first rise is one. */
  by(label: string, always: readonly string[] = []): [Labels, number][] {
    const words = new Set([...always, ...this.#counts.keys()]);
    return [...words].map((word) => [{ [label]: word }, this.#counts.get(word) ?? 0]);
  }
}

/** Adds up counters and histograms of processes that are no more; what was so at one moment ends with its process. */
export class Past {
  readonly #figures = new Map<string, Figure & { byKey: Map<string, FigureValue> }>();

  add(figures: readonly Figure[]): void {
    for (const { values, ...figure } of figures) {
      if (figure.type === "gauge" || figure.aggregator !== "sum") continue;
      const sum = this.#figures.get(figure.name) ?? { ...figure, values: [], byKey: new Map() };
      this.#figures.set(figure.name, sum);
      for (const value of values) addTo(sum, value);
    }
  }

  figures(): Figure[] {
    return [...this.#figures.values()].map(({ byKey: _, ...figure }) => figure);
  }
}

function addTo({ values, byKey }: Figure & { byKey: Map<string, FigureValue> }, value: FigureValue): void {
  const key = `${value.metricName} ${JSON.stringify(value.labels)}`;
  const before = byKey.get(key);
  if (before) {
    before.value += value.value;
    return;
  }
  const first = { ...value };
  byKey.set(key, first);
  values.push(first);
}

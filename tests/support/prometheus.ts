/** A value of the text that Prometheus reads. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const COMMENT = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)+)\})? (\S+)$/;
const NUMBER = /^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|[+-]Inf|Nan)$/i;

/**
 * Reads the text format 0.0.4 as strictly as Prometheus does: every value belongs to a name that was announced just before,
 * once, and stands there once.
 * @throws Error that names the line
 */
export function readMetrics(text: string): Metrics {
  if (!text.endsWith("\n")) throw new Error("no line end at the end");
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  const seen = new Set<string>();
  let current = "";
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const [, what, name = "", rest = ""] = COMMENT.exec(line) ?? [];
    if (what === "TYPE") {
      if (types.has(name)) throw new Error(`announced twice: ${line}`);
      if (!["counter", "gauge", "histogram", "summary"].includes(rest)) throw new Error(`no type: ${line}`);
      types.set(name, rest);
      current = name;
    } else if (what !== "HELP") {
      const sample = readSample(line);
      const base = types.get(current) === "histogram" ? sample.name.replace(/_(bucket|sum|count)$/, "") : sample.name;
      if (base !== current) throw new Error(`not announced: ${line}`);
      const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`;
      if (seen.has(key)) throw new Error(`twice: ${line}`);
      seen.add(key);
      samples.push(sample);
    }
  }
  return new Metrics(types, samples);
}

function readSample(line: string): Sample {
  const [, name = "", labels = "", value = ""] = SAMPLE.exec(line) ?? [];
  if (name === "" || !NUMBER.test(value)) throw new Error(`cannot be read: ${line}`);
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = "", text = ""]) => [key, text]);
  return { name, labels: Object.fromEntries(pairs), value: Number(value.replace("Inf", "Infinity")) };
}

/** What a site says of itself at one moment. */
export class Metrics {
  constructor(
    readonly types: ReadonlyMap<string, string>,
    readonly samples: readonly Sample[],
  ) {}

  /** The sum of all values of `name` whose labels hold these; undefined where there is none. */
  value(name: string, labels: Record<string, string> = {}): number | undefined {
    const found = this.samples.filter(
      (sample) => sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
    );
    return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
  }

  /** Every value that `label` has anywhere. */
  valuesOf(label: string): Set<string> {
    return new Set(this.samples.flatMap(({ labels }) => labels[label] ?? []));
  }
}

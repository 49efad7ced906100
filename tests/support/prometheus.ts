import { expect } from "vitest";
import { rawRequest } from "./raw-request";

export const TOKEN = "a-token-of-metrics-0123";
export const bearer = { Authorization: `Bearer ${TOKEN}` };

/** METRICS_TOKEN must be `TOKEN`. */
export async function scrape(url: string): Promise<Metrics> {
  const { status, headers, body } = await rawRequest(url, { path: "/metrics", headers: bearer });
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  expect(headers["cache-control"]).toBe("private, no-store");
  return readMetrics(body);
}

type Sample = { name: string; labels: Record<string, string>; value: number };

const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/;

function readMetrics(text: string): Metrics {
  const types = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = "", type = ""]) => [name, type]));
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Metrics(types, lines.map(readSample));
}

function readSample(line: string): Sample {
  const [, name = "", labels = "", value = ""] = SAMPLE.exec(line) ?? [];
  const number = Number(value.replace("Inf", "Infinity"));
  if (name === "" || (Number.isNaN(number) && value !== "Nan")) throw new Error(`cannot be read: ${line}`);
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = "", text = ""]) => [key, text]);
  return { name, labels: Object.fromEntries(pairs), value: number };
}

export class Metrics {
  constructor(
    readonly types: ReadonlyMap<string, string>,
    readonly samples: readonly Sample[],
  ) {}

  /** Sum of the values with these labels; undefined without a match. */
  value(name: string, labels: Record<string, string> = {}): number | undefined {
    const matches = this.samples.filter(
      (sample) => sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
    );
    return matches.length === 0 ? undefined : matches.reduce((sum, { value }) => sum + value, 0);
  }

  valuesOf(label: string): Set<string> {
    return new Set(this.samples.flatMap(({ labels }) => labels[label] ?? []));
  }
}

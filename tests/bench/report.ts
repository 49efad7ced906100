import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import type { Options } from "./options";
import { boundOf, TARGETS, verdictOn } from "./targets";

export interface Figure {
  /** Such as P1 or "P19 idle". */
  id: string;
  what: string;
  comparedWith: string;
  /** With unit; or why there is none. */
  figure: string;
  /** In the target's unit. Without it there is no verdict. */
  worst?: number;
  details?: unknown;
}

const HEAD = ["#", "what", "must", "aim", "reached", "met", "compared with, how"];

const rank = (id: string) => {
  const [, letter = "Z", number = "0"] = /^([PS])(\d+)/.exec(id) ?? [];
  return (letter === "P" ? 0 : letter === "S" ? 1_000 : 2_000) + Number(number);
};

function rowOf({ id, what, comparedWith, figure, worst }: Figure): string[] {
  const target = TARGETS[id];
  const bounds = target ? [boundOf(target, target.must), boundOf(target, target.aim)] : ["", ""];
  const verdict = target && worst !== undefined ? verdictOn(target, worst) : "—";
  return [id.split(" ")[0]!, what, ...bounds, figure, verdict, comparedWith];
}

export function tableOf(figures: readonly Figure[]): string {
  const sorted = [...figures].sort((a, b) => rank(a.id) - rank(b.id));
  const table = [HEAD, HEAD.map(() => "---"), ...sorted.map(rowOf)];
  return table.map((row) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`).join("\n");
}

export class Report {
  readonly figures: Figure[] = [];
  readonly #startedAt = new Date();
  readonly #loadAtStart = loadavg()[0];

  /** @param remarks reductions of the run, for the table's head */
  constructor(readonly remarks: readonly string[] = []) {}

  add(figure: Figure): void {
    this.figures.push(figure);
    note(`${figure.id}: ${figure.what}: ${figure.figure}`);
  }

  /** Makes the run fail. */
  fail(id: string, reason: string): void {
    this.add({ id, what: "could not be measured", comparedWith: reason, figure: "not measured" });
    process.exitCode = 1;
  }

  markdown(): string {
    const { processors, processor, memory, node } = machine();
    const day = this.#startedAt.toISOString().slice(0, 10);
    const head = `${day}, ${processors} × ${processor}, ${memory} GB, Node ${node}, load at the start ${this.#loadAtStart}`;
    return [head, ...this.remarks, "", tableOf(this.figures)].join("\n");
  }

  write({ json, ...options }: Options): void {
    const figures = this.figures.map((figure) => {
      const target = TARGETS[figure.id];
      const verdict = target && figure.worst !== undefined ? verdictOn(target, figure.worst) : undefined;
      return { ...figure, ...target, met: verdict };
    });
    const seconds = Math.round((Date.now() - this.#startedAt.getTime()) / 1000);
    const run = { startedAt: this.#startedAt.toISOString(), seconds, loadAtStart: this.#loadAtStart };
    const all = { ...run, machine: machine(), remarks: this.remarks, options, figures };
    writeFileSync(json, `${JSON.stringify(all, null, 2)}\n`);
  }
}

function machine() {
  const processors = availableParallelism();
  const processor = cpus()[0]?.model.trim() ?? "unknown processor";
  return { processors, processor, memory: round(totalmem() / 2 ** 30, 1), node: process.version };
}

export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

export const round = (value: number, digits = 2) => Number(value.toFixed(digits));

export const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

/** @param share 0.5 for the median, 0.99 for the 99th percentile */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

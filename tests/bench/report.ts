import { writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import type { Options } from "./options";

/** What each figure must be and what it aims at; a figure without a target is there to be known. */
const TARGETS: Record<string, [must: string, aim: string]> = {
  P1: ["≥ 0.9", "≥ 1.1"],
  P2: ["≥ 2", "≥ 4"],
  P3: ["≥ 3", "≥ 5"],
  P5: ["≤ 1.2", "≤ 1.1"],
  P7: ["≥ 0.9", "≥ 0.95"],
  P8: ["≤ 2", "≤ 1.5"],
  P9: ["≥ 0.3", "≥ 0.5"],
  P10: ["≤ 14 KB", "≤ 10 KB"],
  P11: ["≤ 150 KB", "≤ 80 KB"],
  P12: ["0 KB", "0 KB"],
  P13: ["≤ 110 KB", "≤ 90 KB"],
  P14: ["≤ 25 KB", "≤ 18 KB"],
  P18: ["≤ 6", "≤ 4"],
  "P19 start": ["≤ 1.5 s", "≤ 0.8 s"],
  "P19 idle": ["≤ 150 MB", ""],
  "P19 load": ["≤ 350 MB", ""],
  "S5 login": ["≤ 5 %", ""],
  "S5 forgot": ["≤ 5 %", ""],
  "S5 sign-up": ["≤ 5 %", ""],
};

export interface Figure {
  /** Of the targets, such as P1; of P19 with what of it is meant. */
  id: string;
  what: string;
  comparedWith: string;
  /** As people read it, with its unit. */
  figure: string;
  /** All that was measured for it. */
  details?: unknown;
}

/** Collects the figures of a run. */
export class Report {
  readonly figures: Figure[] = [];
  readonly #startedAt = new Date();
  readonly #loadAtStart = loadavg()[0];

  add(figure: Figure): void {
    this.figures.push(figure);
    note(`${figure.id}: ${figure.what}: ${figure.figure}`);
  }

  /** A table for people. */
  markdown(): string {
    const rows = this.figures.map(({ id, what, comparedWith, figure }) => {
      const [must, aim] = TARGETS[id] ?? ["", ""];
      return [id.split(" ")[0], what, comparedWith, figure, must, aim];
    });
    const table = [["#", "what", "compared with", "figure", "must", "aim"], Array<string>(6).fill("---"), ...rows];
    return table.map((row) => `| ${row.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`).join("\n");
  }

  /** Everything, for programs. */
  write({ json, ...options }: Options): void {
    const figures = this.figures.map((figure) => {
      const [must, aim] = TARGETS[figure.id] ?? ["", ""];
      return { ...figure, must, aim };
    });
    const machine = { processors: availableParallelism(), node: process.version, loadAtStart: this.#loadAtStart };
    const seconds = Math.round((Date.now() - this.#startedAt.getTime()) / 1000);
    const all = { startedAt: this.#startedAt.toISOString(), seconds, machine, options, figures };
    writeFileSync(json, `${JSON.stringify(all, null, 2)}\n`);
  }
}

/** A line about how far it is, beside the figures. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

export const round = (value: number, digits = 2) => Number(value.toFixed(digits));

export const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

/** @param share 0.5 for the median, 0.99 for what one in a hundred exceeds */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

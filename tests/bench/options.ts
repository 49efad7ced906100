import { tmpdir } from "node:os";
import path from "node:path";

/** The groups of figures, in the order in which they are measured. */
export const GROUPS = ["pages", "growth", "map", "uploads", "writes", "sizes", "script", "start", "timing"] as const;

export type GroupName = (typeof GROUPS)[number];

export interface Options {
  groups: GroupName[];
  /** Things on the large map, half garages and half events. */
  things: number;
  /** Vehicles of the large site. */
  vehicles: number;
  /** How long each side of a comparison is measured, seconds. */
  seconds: number;
  /** Where the figures go as JSON. */
  json: string;
}

const USAGE = `usage: npm run bench [-- ${GROUPS.join(" ")}] [--things N] [--vehicles N] [--seconds S] [--json FILE]`;

/** A command line that is not understood; the message says how to call it. */
export class UsageError extends Error {}

const NUMBERS: Record<string, { key: "things" | "vehicles" | "seconds"; min: number; max: number }> = {
  "--things": { key: "things", min: 2_000, max: 10_000_000 },
  "--vehicles": { key: "vehicles", min: 2_500, max: 10_000_000 },
  "--seconds": { key: "seconds", min: 1, max: 600 },
};

/** Reads the words after `npm run bench --`; groups that are not named are left out, none named means all. */
export function parseOptions(words: readonly string[]): Options {
  const options: Options = {
    groups: [],
    things: 1_000_000,
    vehicles: 100_000,
    seconds: 4,
    json: path.join(tmpdir(), "paddock-bench.json"),
  };
  const rest = words.flatMap((word) => (word.startsWith("--") ? word.split("=", 2) : [word]));
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const number = NUMBERS[word];
    if (number) options[number.key] = readNumber(word, rest.shift(), number.min, number.max);
    else if (word === "--json") options.json = readFile(rest.shift());
    else if ((GROUPS as readonly string[]).includes(word)) options.groups.push(word as GroupName);
    else throw new UsageError(`${word} is neither a group nor an option.\n${USAGE}`);
  }
  if (options.groups.length === 0) options.groups = [...GROUPS];
  return options;
}

function readNumber(flag: string, text: string | undefined, min: number, max: number): number {
  const value = text !== undefined && /^\d{1,8}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(`${flag} takes a whole number from ${min} to ${max}.\n${USAGE}`);
}

function readFile(text: string | undefined): string {
  if (text === undefined || text === "") throw new UsageError(`--json takes a file.\n${USAGE}`);
  return path.resolve(text);
}

import { tmpdir } from "node:os";
import path from "node:path";

/**
 * The groups, in the order in which they are measured, and the figures that each has to give. Those that share a site or
 * a browser stand together.
 */
export const FIGURES = {
  pages: ["P1", "P2", "P3", "P8 full load", "P18"],
  ghost: ["P4"],
  api: ["P20 open", "P20 bearer", "P20 own"],
  kept: ["P21"],
  uploads: ["P7", "P7 store", "P8 uploads"],
  writes: ["P9"],
  sizes: ["P10", "P11", "P14"],
  script: ["P12", "P13"],
  views: ["P15", "P16 shift", "P16 blocking", "P16 scores", "P17"],
  growth: ["P5", "P6"],
  map: ["P5"],
  start: ["P19 start", "P19 idle", "P19 load"],
  processes: ["P22 members", "P22 visitors"],
  edge: ["edge"],
  timing: ["S5 login", "S5 sign-up", "S5 forgot"],
} as const;

export type GroupName = keyof typeof FIGURES;

export const GROUPS = Object.keys(FIGURES) as GroupName[];

export interface Options {
  groups: GroupName[];
  /** Things on the large map, half garages and half events. */
  things: number;
  /** Vehicles of the largest site. */
  vehicles: number;
  /** How long each side of a comparison is measured, seconds. */
  seconds: number;
  /** The same table in short: fewer rounds, fewer pages in the browser, less data. */
  quick: boolean;
  /** Where the figures go as JSON. */
  json: string;
}

const FULL = { things: 1_000_000, vehicles: 1_000_000, seconds: 4 };
const QUICK: typeof FULL = { things: 10_000, vehicles: 10_000, seconds: 0.6 };

/** Left out of a quick run unless it is named: few tries tell nothing there. */
const LONG: readonly GroupName[] = ["timing"];

const USAGE = `usage: npm run bench [-- ${GROUPS.join(" ")}] [--quick] [--things N] [--vehicles N] [--seconds S] [--json FILE]`;

/** A command line that is not understood; the message says how to call it. */
export class UsageError extends Error {}

const NUMBERS: Record<string, { key: keyof typeof FULL; min: number; max: number }> = {
  "--things": { key: "things", min: 2_000, max: 10_000_000 },
  "--vehicles": { key: "vehicles", min: 2_500, max: 10_000_000 },
  "--seconds": { key: "seconds", min: 1, max: 600 },
};

/**
 * Reads the words after `npm run bench --`; groups that are not named are left out, none named means all.
 * @throws UsageError
 */
export function parseOptions(words: readonly string[]): Options {
  const groups: GroupName[] = [];
  const numbers: Partial<typeof FULL> = {};
  let quick = false;
  let json = path.join(tmpdir(), "paddock-bench.json");
  const rest = words.flatMap((word) => (word.startsWith("--") ? word.split("=", 2) : [word]));
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const number = NUMBERS[word];
    if (number) numbers[number.key] = readNumber(word, rest.shift(), number.min, number.max);
    else if (word === "--quick") quick = true;
    else if (word === "--json") json = readFile(rest.shift());
    else if (GROUPS.includes(word as GroupName)) groups.push(word as GroupName);
    else throw new UsageError(`${word} is neither a group nor an option.\n${USAGE}`);
  }
  const all = GROUPS.filter((name) => !quick || !LONG.includes(name));
  return { groups: groups.length > 0 ? groups : all, ...(quick ? QUICK : FULL), ...numbers, quick, json };
}

/** What a quick run has less of, for the table; [] for a full one. */
export function remarksOf({ quick, vehicles, things, seconds }: Options): string[] {
  if (!quick) return [];
  return [
    `Quick run, figures are rough: growth is measured at ${vehicles} vehicles instead of ${FULL.vehicles} and at ${things} things on the map instead of ${FULL.things}; each side for ${seconds} s instead of ${FULL.seconds}, in three rounds instead of six or seven (shorter still where a page's cost is compared); P1 without the garage's page; uploads are of two 3-megapixel photographs instead of five of 12, reads beside them in two turns of 1.5 s instead of three of 8 s, memory under load with one set instead of three; what growing costs is asked of three pages instead of six; starts are timed twice instead of five times; the browser opens the home page and a vehicle's only (P11 to P17), once instead of three times, P11, P12 and P15 are of the same views on slow 4G, P11 and P13 of the same on the fast line, where script has one second instead of three to come by itself; Lighthouse judges these two once; no timing of logins.`,
  ];
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

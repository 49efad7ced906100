import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

/** In the order of measurement. */
export const FIGURES = {
  pages: ["P1", "P2", "P3", "P8 full load"],
  api: ["P20 open", "P20 bearer", "P20 own"],
  kept: ["P21"],
  uploads: ["P7", "P8 uploads"],
  writes: ["P9"],
  sizes: ["P10", "P14"],
  views: ["P11", "P12", "P13", "P15", "P16 shift", "P16 blocking", "P16 scores", "P17"],
  presses: ["P23 paint", "P23 lost"],
  growth: ["P5"],
  start: ["P19 start", "P19 idle", "P19 load"],
  processes: ["P22 members", "P22 visitors"],
  timing: ["S5 login", "S5 sign-up", "S5 forgot"],
} as const;

export type GroupName = keyof typeof FIGURES;

export const GROUPS = Object.keys(FIGURES) as GroupName[];

export interface Options {
  groups: GroupName[];
  vehicles: number;
  /** For each side of a comparison. */
  seconds: number;
  quick: boolean;
  json: string;
}

const FULL = { vehicles: 100_000, seconds: 4 };
const QUICK = { vehicles: 10_000, seconds: 0.6 };

export const USAGE = `usage: npm run bench [-- ${GROUPS.join(" ")}] [--quick] [--vehicles N] [--json FILE]`;

/**
 * All groups by default.
 * @throws Error for invalid arguments
 */
export function parseOptions(args: string[]): Options {
  const text = { type: "string" } as const;
  const options = { quick: { type: "boolean" }, vehicles: text, json: text } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const unknown = positionals.find((word) => !(GROUPS as string[]).includes(word));
  if (unknown !== undefined) throw new Error(`${unknown} is no group.`);
  const quick = values.quick ?? false;
  const { vehicles, seconds } = quick ? QUICK : FULL;
  const vehicleCount = Number(values.vehicles ?? vehicles);
  if (!Number.isInteger(vehicleCount) || vehicleCount < 2_500)
    throw new Error("--vehicles takes a whole number of 2500 or more.");
  // A few tries of a login prove nothing.
  const all = GROUPS.filter((name) => !quick || name !== "timing");
  return {
    groups: positionals.length > 0 ? (positionals as GroupName[]) : all,
    vehicles: vehicleCount,
    seconds,
    quick,
    json: path.resolve(values.json ?? path.join(tmpdir(), "paddock-bench.json")),
  };
}

export function remarksOf({ quick, vehicles, seconds }: Options): string[] {
  if (!quick) return [];
  return [
    `Quick run, figures are rough: growth is measured at ${vehicles} vehicles instead of ${FULL.vehicles}; each side for ${seconds} s instead of ${FULL.seconds}, in three rounds instead of six; uploads are of two 3-megapixel photographs instead of five of 12; starts are timed twice instead of five times; the browser opens the home page and a vehicle's only, once instead of three or nine times; no timing of logins.`,
  ];
}

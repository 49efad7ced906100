/** The drills, in the order in which they run. */
export const DRILLS = ["requests", "images", "scripts"] as const;

export type DrillName = (typeof DRILLS)[number];

export interface Options {
  drills: DrillName[];
  /** How many requests, images and script payloads. */
  requests: number;
  images: number;
  payloads: number;
  seed: number;
  /** Requests: only the target of this name (then `seed` is that target's), or those whose name holds it. */
  only?: string;
  /** Requests: fast-check's path to one failure. */
  path?: string;
}

const USAGE = `usage: npm run test:hostile [-- ${DRILLS.join(" ")}] [--seed N] [--requests N] [--images N] [--payloads N]
                            [--only "VERB /route"] [--path PATH]`;

/** A command line that is not understood; the message says how to call it. */
export class UsageError extends Error {}

const NUMBERS: Record<string, { key: "requests" | "images" | "payloads" | "seed"; max: number }> = {
  "--requests": { key: "requests", max: 10_000_000 },
  "--images": { key: "images", max: 100_000 },
  "--payloads": { key: "payloads", max: 10_000 },
  "--seed": { key: "seed", max: 2 ** 31 - 1 },
};

/** Reads the words after `npm run test:hostile --`; drills that are not named are left out, none named means all. */
export function parseOptions(words: readonly string[]): Options {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const options: Options = { drills: [], requests: 20_000, images: 300, payloads: 200, seed };
  const rest = words.flatMap((word) => (word.startsWith("--") ? word.split(/=(.*)/s, 2) : [word]));
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const number = NUMBERS[word];
    if (number) options[number.key] = readNumber(word, rest.shift(), number.max);
    else if (word === "--only" || word === "--path") options[word === "--only" ? "only" : "path"] = rest.shift() ?? "";
    else if ((DRILLS as readonly string[]).includes(word)) options.drills.push(word as DrillName);
    else throw new UsageError(`${word} is neither a drill nor an option.\n${USAGE}`);
  }
  if (options.drills.length === 0) options.drills = options.only === undefined ? [...DRILLS] : ["requests"];
  return options;
}

function readNumber(flag: string, text: string | undefined, max: number): number {
  const value = text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= max) return value;
  throw new UsageError(`${flag} takes a whole number from 1 to ${max}.\n${USAGE}`);
}

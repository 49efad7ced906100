import { DomainError } from "~/lib/errors";

export interface SeedOptions {
  /** Owners, each with a garage. */
  garages: number;
  vehicles: number;
  seed: number;
  photos: number;
  /** Average per vehicle in a load test, see seed.ts; a demo ignores it. */
  entries?: number;
}

export const DEFAULT_OPTIONS: SeedOptions = { garages: 24, vehicles: 90, seed: 1, photos: 5 };

const RANGES: Record<keyof SeedOptions, [min: number, max: number]> = {
  garages: [1, 1_000_000],
  vehicles: [0, 10_000_000],
  seed: [0, 2 ** 32 - 1],
  photos: [0, 100],
  entries: [0, 12],
};

export const SEED_USAGE = "seed -- --garages N --vehicles M --seed K [--photos P] [--entries E]";

/**
 * `--garages N --vehicles M --seed K [--photos P] [--entries E]`, or `--garages=N`. Without any flag the defaults
 * apply; with one, P is 1.
 * @throws DomainError invalid
 */
export function parseSeedOptions(args: readonly string[]): SeedOptions {
  const options = args.length === 0 ? { ...DEFAULT_OPTIONS } : { ...DEFAULT_OPTIONS, photos: 1 };
  const words = args.flatMap((arg) => (/^--\w+=/.test(arg) ? splitOnce(arg) : [arg]));
  for (let index = 0; index < words.length; index += 2) {
    const flag = words[index]!;
    const name = flag.replace(/^--/, "");
    if (!flag.startsWith("--") || !isOption(name)) {
      throw new DomainError("invalid", `${flag} is not a flag of the seed. Usage: npm run ${SEED_USAGE}`);
    }
    options[name] = readNumber(flag, words[index + 1], RANGES[name]);
  }
  return options;
}

function splitOnce(arg: string): [string, string] {
  const separator = arg.indexOf("=");
  return [arg.slice(0, separator), arg.slice(separator + 1)];
}

function isOption(name: string): name is keyof SeedOptions {
  return Object.hasOwn(RANGES, name);
}

function readNumber(flag: string, text: string | undefined, [min, max]: [number, number]): number {
  const value = text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new DomainError(
    "invalid",
    `${flag} takes a whole number from ${min} to ${max}${text ? `, not "${text}"` : ""}.`,
  );
}

/** What a run of the seed makes. */
export interface SeedOptions {
  /** Owners, each with a garage. */
  garages: number;
  vehicles: number;
  seed: number;
  /** Of each vehicle. */
  photos: number;
}

/** Wrong flags; the message is one line for the person at the keyboard. */
export class SeedOptionError extends Error {
  override name = "SeedOptionError";
}

/** What `npm run seed` and the demo make where nothing is said. */
export const DEMO_OPTIONS: SeedOptions = { garages: 24, vehicles: 90, seed: 1, photos: 4 };

const RANGES: Record<keyof SeedOptions, [min: number, max: number]> = {
  garages: [1, 1_000_000],
  vehicles: [0, 10_000_000],
  seed: [0, 2 ** 32 - 1],
  photos: [0, 100],
};

export const SEED_USAGE = "npm run seed -- --garages N --vehicles M --seed K [--photos P]";

/**
 * Reads `--garages N --vehicles M --seed K [--photos P]` (operations, commands); `--garages=N` is the same. Without any
 * flag it is the demo; as soon as one is there, P is 1.
 * @throws SeedOptionError
 */
export function parseSeedOptions(args: readonly string[]): SeedOptions {
  const options = args.length === 0 ? { ...DEMO_OPTIONS } : { ...DEMO_OPTIONS, photos: 1 };
  const words = args.flatMap((arg) => (/^--\w+=/.test(arg) ? splitOnce(arg) : [arg]));
  for (let at = 0; at < words.length; at += 2) {
    const flag = words[at]!;
    const name = flag.replace(/^--/, "");
    if (!flag.startsWith("--") || !isOption(name)) {
      throw new SeedOptionError(`${flag} is not a flag of the seed. Usage: ${SEED_USAGE}`);
    }
    options[name] = readNumber(flag, words[at + 1], RANGES[name]);
  }
  return options;
}

function splitOnce(arg: string): [string, string] {
  const at = arg.indexOf("=");
  return [arg.slice(0, at), arg.slice(at + 1)];
}

function isOption(name: string): name is keyof SeedOptions {
  return Object.hasOwn(RANGES, name);
}

function readNumber(flag: string, text: string | undefined, [min, max]: [number, number]): number {
  const value = text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new SeedOptionError(`${flag} takes a whole number from ${min} to ${max}${text ? `, not "${text}"` : ""}.`);
}

// `npm run test:faults`: harm done to a running site, and what it leaves behind. `-- NAME` picks drills, `--seed N`
// repeats the random ones. Ends with a table and the line "N passed, N failed".
import { Drill, type RunDrill, table } from "./drill";

const DRILLS: Record<string, () => Promise<RunDrill>> = {
  kill: async () => (await import("./kill")).killDrill,
  disk: async () => (await import("./disk")).diskDrill,
  sockets: async () => (await import("./sockets")).socketsDrill,
  backup: async () => (await import("./backup")).backupDrill,
  stop: async () => (await import("./stop")).stopDrill,
  mail: async () => (await import("./mail")).mailDrill,
  store: async () => (await import("./store")).storeDrill,
};
const USAGE = `usage: npm run test:faults [-- ${Object.keys(DRILLS).join(" | ")}] [--seed N] [--processes N] [--store bucket] [--short]`;

class UsageError extends Error {}

interface Wanted {
  names: string[];
  seed: number;
  short: boolean;
  processes: number;
  store: "folder" | "bucket";
}

function parse(words: readonly string[]): Wanted {
  const wanted: Wanted = { names: [], seed: 1, short: false, processes: 1, store: "folder" };
  const rest = words.flatMap((word) => (word.startsWith("--") ? word.split("=", 2) : [word]));
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--short") wanted.short = true;
    else if (word === "--seed") wanted.seed = readNumber(word, rest.shift());
    else if (word === "--processes") wanted.processes = readNumber(word, rest.shift());
    else if (word === "--store") wanted.store = readStore(rest.shift());
    else if (Object.hasOwn(DRILLS, word)) wanted.names.push(word);
    else throw new UsageError(`${word} is neither a drill nor an option.\n${USAGE}`);
  }
  if (wanted.names.length === 0) wanted.names = Object.keys(DRILLS);
  return wanted;
}

function readNumber(option: string, text: string | undefined): number {
  if (text !== undefined && /^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`${option} takes a whole number.\n${USAGE}`);
}

function readStore(text: string | undefined): "folder" | "bucket" {
  if (text === "folder" || text === "bucket") return text;
  throw new UsageError(`--store takes folder or bucket; it is for the drill kill.\n${USAGE}`);
}

async function main({ names, seed, short, processes, store }: Wanted): Promise<void> {
  const note = (line: string) => process.stderr.write(`${line}\n`);
  const drills: Drill[] = [];
  for (const name of names) {
    const drill = new Drill(name, { seed, short, processes, store }, note);
    drills.push(drill);
    const start = Date.now();
    try {
      await (await DRILLS[name]!())(drill);
    } catch (error) {
      // A drill that throws does not stop the others.
      drill.check("the drill broke off", [error instanceof Error ? String(error.stack) : String(error)]);
    }
    drill.figure(`${Math.round((Date.now() - start) / 1000)} s`);
  }
  const failures = drills.flatMap(({ name, failures: list }) => list.map((failure) => `${name}: ${failure}`));
  const passed = drills.reduce((sum, drill) => sum + drill.passed, 0);
  const told = failures.length > 0 ? `\nNot OK (seed ${seed}):\n${failures.join("\n")}\n` : "";
  process.stdout.write(`\n${table(drills)}\n${told}\n${passed} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

try {
  await main(parse(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
// Open handles must not keep the process alive.
process.exit();

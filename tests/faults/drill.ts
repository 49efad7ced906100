/** How large a drill is: the whole one, or the short cut that is part of `npm test`. */
export interface DrillOptions {
  seed: number;
  short: boolean;
  /** How many processes serve the site; 1 where not given. */
  processes?: number;
  /** Where pictures are kept; a folder where not given. */
  store?: "folder" | "bucket";
}

/** Injects faults into a running site and records the results in `drill`. */
export type RunDrill = (drill: Drill) => Promise<void>;

/** What one drill found. */
export class Drill {
  /** Checks that held. */
  passed = 0;
  /** What did not hold, in a line each. */
  readonly failures: string[] = [];
  /** What was measured, as people read it. */
  readonly figures: string[] = [];
  /** Number of faults injected. */
  points = 0;

  constructor(
    readonly name: string,
    readonly options: DrillOptions,
    private readonly say: (line: string) => void = () => {},
  ) {}

  /** One check: it holds where there are no problems. */
  check(what: string, problems: readonly string[]): void {
    if (problems.length === 0) {
      this.passed += 1;
      return;
    }
    const more = problems.length > 5 ? [`and ${problems.length - 5} more`] : [];
    this.failures.push(`${what}: ${[...problems.slice(0, 5), ...more].join("; ")}`);
    this.say(`${this.name}: NOT OK: ${this.failures.at(-1)}`);
  }

  /** One check of a single thing; `otherwise` says what is there where it does not hold. */
  holds(what: string, holds: boolean, otherwise: string): void {
    this.check(what, holds ? [] : [otherwise]);
  }

  figure(what: string): void {
    this.figures.push(what);
    this.note(what);
  }

  /** A line about how far it is. */
  note(line: string): void {
    this.say(`${this.name}: ${line}`);
  }
}

/** The summary of all drills as a table for people. */
export function table(drills: readonly Drill[]): string {
  const rows = drills.map(({ name, points, passed, failures, figures }) => [
    name,
    String(points),
    String(passed),
    String(failures.length),
    figures.join("; "),
  ]);
  const all = [["drill", "points", "ok", "not ok", "figures"], Array<string>(5).fill("---"), ...rows];
  return all.map((row) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`).join("\n");
}

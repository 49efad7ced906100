/** One line of the table at the end. */
export interface Line {
  what: string;
  count: number;
  failures: string[];
  /** What was slowest, or "—". */
  slowest: string;
  /** The server's memory, or "—". */
  memory: string;
}

/** Progress goes to stderr, the table to stdout. */
export const note = (line: string) => void process.stderr.write(`${line}\n`);

/** All failures in full, then the table, then the line `N passed, N failed`. */
export function report(lines: readonly Line[]): string {
  const rows = lines.map(({ what, count, failures, slowest, memory }) => [
    what,
    String(count),
    String(failures.length),
    slowest,
    memory,
  ]);
  const table = [
    ["what", "how many", "failures", "slowest", "server's memory"],
    ["---", "---", "---", "---", "---"],
    ...rows,
  ];
  const failures = lines.flatMap((line) => line.failures.map((failure) => `FAILED ${line.what}: ${failure}`));
  const failed = lines.reduce((sum, line) => sum + line.failures.length, 0);
  const passed = lines.filter((line) => line.failures.length === 0).length;
  return [
    ...failures,
    "",
    ...table.map((row) => `| ${row.join(" | ")} |`),
    "",
    `${passed} passed, ${failed} failed`,
  ].join("\n");
}

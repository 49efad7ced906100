/** Full length (`npm run test:faults`, `test:hostile`), or short (`test:drills`). */
export const FULL = process.env.DRILLS === "full";

/** Repeats a random drill. */
export const SEED = Number(process.env.SEED ?? 20_260_101);

/** Timeout, ms. */
export const DRILL_TIMEOUT_MS = FULL ? 3 * 3_600_000 : 300_000;

export function printFigure(line: string): void {
  if (FULL) process.stderr.write(`${line}\n`);
}

/** Whether drills run at full length (`npm run test:faults`, `test:hostile`), or short in `test:drills`. */
export const FULL = process.env.DRILLS === "full";

/** The seed of random drills; the same seed repeats a drill. */
export const SEED = Number(process.env.SEED ?? 20_260_101);

/** The timeout of a drill, ms. */
export const PATIENCE = FULL ? 3 * 3_600_000 : 300_000;

/** Prints progress and measurements of a full drill. */
export function tell(line: string): void {
  if (FULL) process.stderr.write(`${line}\n`);
}

/** Whether drills run at full length (`npm run test:faults`, `test:hostile`), or as their short cuts in `test:drills`. */
export const FULL = process.env.DRILLS === "full";

/** What random drills are made of; the same seed makes the same again. */
export const SEED = Number(process.env.SEED ?? 20_260_101);

/** So long a drill may take, ms. */
export const PATIENCE = FULL ? 3 * 3_600_000 : 300_000;

/** A line about how far a full drill is, and what it measured. */
export function tell(line: string): void {
  if (FULL) process.stderr.write(`${line}\n`);
}

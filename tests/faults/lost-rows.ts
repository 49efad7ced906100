import { PHOTO_NAMES } from "./kill";
import type { Facts, Ledger } from "./ledger";

/** What was acknowledged before the backup began is there, as it was then or as somebody has made it since. */
export function lostRows(ledger: Ledger, before: Facts, actual: Facts): string[] {
  const lost = [...before]
    .filter(([key, value]) => actual.get(key) !== value && !ledger.mayHaveBecome(key, actual.get(key) ?? null))
    .map(([key, value]) => `lost: ${key} was “${value}” and is “${actual.get(key) ?? "not there"}”`);
  const nowhere = [...actual]
    .filter(([key, value]) => !before.has(key) && !PHOTO_NAMES.test(key) && !ledger.mayHaveBecome(key, value))
    .map(([key, value]) => `from nowhere: ${key} is “${value}”`);
  return [...lost, ...nowhere];
}

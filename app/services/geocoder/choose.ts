import { distanceKm, type Point } from "~/lib/geo";

/** A town that a text may mean. */
export interface Candidate extends Point {
  id: number;
  population: number;
  /** Matched by its own name, not by another it goes by. */
  own: boolean;
}

/** The larger town is meant where it is this many times as large as the next, */
const BY_FAR = 4;
/** and at least this large. */
const LARGE = 50_000;
/** Two entries of one name this near to each other are one town (km). */
const SAME_TOWN = 10;

/**
 * The candidates that remain, largest first: a town's other name counts only where no town of that own name is as
 * large, and an entry beside a larger one of the name is the same town.
 */
export function sift<C extends Candidate>(candidates: C[]): C[] {
  const sorted = [...candidates].sort((a, b) => b.population - a.population || Number(b.own) - Number(a.own));
  const largestOwn = sorted.find((candidate) => candidate.own)?.population ?? -1;
  const kept: C[] = [];
  for (const candidate of sorted) {
    if (!candidate.own && candidate.population <= largestOwn) continue;
    if (kept.some((other) => distanceKm(other, candidate) <= SAME_TOWN)) continue;
    kept.push(candidate);
  }
  return kept;
}

/** The one that is meant: the only one, or by far the largest. @param sifted what `sift` left */
export function dominant<C extends Candidate>(sifted: C[]): C | undefined {
  const [first, second] = sifted;
  if (!first || !second) return first;
  return first.population >= LARGE && first.population >= BY_FAR * second.population ? first : undefined;
}

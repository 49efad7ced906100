import { distanceKm, type Point } from "~/lib/geo";

export interface Candidate extends Point {
  id: number;
  population: number;
  country: string;
  /** First-level. */
  region: string;
  /** Not by a part of its name or an alternative name. */
  own: boolean;
}

/** The largest town needs so many times more people to win; fewer for well-known cities. */
const FAR_LARGER = [
  { from: 500_000, times: 4 },
  { from: 50_000, times: 7 },
];
const FAR_LARGER_ALONE = [
  { from: 900_000, times: 4 },
  { from: 500_000, times: 5 },
  { from: 150_000, times: 10 },
];
export const FAMOUS = 500_000;
/** Entries of one name and region this near are one town (km). */
const SAME_TOWN = 10;

/**
 * Clearly outweighs a place of the same name.
 * @param alone the text has only the name
 */
export function isFarLarger(population: number, otherPopulation: number, alone = false): boolean {
  return (alone ? FAR_LARGER_ALONE : FAR_LARGER).some(({ from, times }) => {
    return population >= from && population >= times * otherPopulation;
  });
}

/** "Roma" is Rome, not Roma in Texas. */
function isWorldCity(population: number, otherPopulation: number): boolean {
  return population >= FAMOUS && population >= 200 * otherPopulation;
}

/**
 * Largest first. An alternative name counts only for a town larger than all towns with this own name. An entry near a
 * larger one of the same name is a duplicate.
 */
export function sift<C extends Candidate>(candidates: C[]): C[] {
  const byPopulation = [...candidates].sort((a, b) => b.population - a.population || Number(b.own) - Number(a.own));
  const largestOwn = byPopulation.find((candidate) => candidate.own)?.population ?? -1;
  const remaining: C[] = [];
  for (const candidate of byPopulation) {
    if (!candidate.own && candidate.population <= largestOwn) continue;
    if (!remaining.some((otherCandidate) => isSameTown(otherCandidate, candidate))) remaining.push(candidate);
  }
  return remaining;
}

function isSameTown(a: Candidate, b: Candidate): boolean {
  return a.country === b.country && a.region === b.region && distanceKm(a, b) <= SAME_TOWN;
}

/**
 * The only candidate, or one far larger.
 * @param candidates the result of `sift`
 */
export function dominant<C extends Candidate>(candidates: C[], alone = false): C | undefined {
  const [first, second] = candidates;
  if (!first || !second) return first;
  const ownMatch = candidates.find(({ own }) => own);
  if (ownMatch && !first.own && !isWorldCity(first.population, ownMatch.population)) return undefined;
  return isFarLarger(first.population, second.population, alone) ? first : undefined;
}

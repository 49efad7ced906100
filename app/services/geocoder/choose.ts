import { distanceKm, type Point } from "~/lib/geo";

/** A town that a text may mean. */
export interface Candidate extends Point {
  id: number;
  population: number;
  country: string;
  /** Name of its first-level region. */
  region: string;
  /** Matched by its own name, not by a part of that or another it goes by. */
  own: boolean;
}

/** A larger town is meant where it is so many times as large as the next: fewer for a city that everybody knows. */
const FAR_LARGER = [
  { from: 500_000, times: 4 },
  { from: 50_000, times: 7 },
];
/** Where nothing beside the name says where it is. */
const FAR_LARGER_ALONE = [
  { from: 900_000, times: 4 },
  { from: 500_000, times: 5 },
  { from: 150_000, times: 10 },
];
/** A city that everybody knows (people). */
export const FAMOUS = 500_000;
/** Two entries of one name and region this near to each other are one town (km). */
const SAME_TOWN = 10;

/**
 * Whether something of `population` is what people mean, and not something of the same name with `other`.
 * @param alone nothing beside the name says where it is
 */
export function isFarLarger(population: number, other: number, alone = false): boolean {
  return (alone ? FAR_LARGER_ALONE : FAR_LARGER).some(({ from, times }) => {
    return population >= from && population >= times * other;
  });
}

/** Whether a city goes before a town of another city's name: "Roma" is Rome, not Roma in Texas. */
function isWorldCity(population: number, other: number): boolean {
  return population >= FAMOUS && population >= 200 * other;
}

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
    if (!kept.some((other) => isSameTown(other, candidate))) kept.push(candidate);
  }
  return kept;
}

function isSameTown(a: Candidate, b: Candidate): boolean {
  return a.country === b.country && a.region === b.region && distanceKm(a, b) <= SAME_TOWN;
}

/**
 * The one that is meant: the only one, or by far the largest.
 * @param sifted what `sift` left
 * @param alone nothing beside the name says where it is
 */
export function dominant<C extends Candidate>(sifted: C[], alone = false): C | undefined {
  const [first, second] = sifted;
  if (!first || !second) return first;
  const named = sifted.find(({ own }) => own);
  if (named && !first.own && !isWorldCity(first.population, named.population)) return undefined;
  return isFarLarger(first.population, second.population, alone) ? first : undefined;
}

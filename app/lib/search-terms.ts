import { fold } from "./text";

/** The full-text indexes know runs of three characters; shorter texts are looked for in the rows themselves. */
const SHORTEST_INDEXED = 3;

/** The words of a search, folded as the searched columns are, each once (search README, Rules). */
export function searchWords(text: string): string[] {
  return [...new Set(fold(text).split(" "))].filter((word) => word !== "");
}

/** How many characters the full-text indexes see in `folded`. */
export function searchLength(folded: string): number {
  return [...folded].length;
}

/** Whether the full-text indexes can find `folded`. */
export function isIndexed(folded: string): boolean {
  return searchLength(folded) >= SHORTEST_INDEXED;
}

/** `folded` as a string of the full-text query language, in which nothing has a meaning but itself. */
export function literalTerm(folded: string): string {
  return `"${folded.replaceAll('"', '""')}"`;
}

/** What stands beside a word of two letters in the names of people and things, nearly always. */
const NEIGHBOURS = [..." abcdefghijklmnopqrstuvwxyz0123456789-./'&+(),#!:\""];

/**
 * Two letters by way of the index, which knows runs of three: every run that has them and one neighbour. Rows where
 * they stand between other signs, or alone, are not found this way.
 */
export function pairTerm(pair: string): string {
  const runs = NEIGHBOURS.flatMap((beside) => [pair + beside, beside + pair]);
  return `(${runs.map(literalTerm).join(" OR ")})`;
}

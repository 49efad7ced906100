import { fold } from "./text";

/** The trigram indexes need three characters; shorter texts are matched against the rows. */
const SHORTEST_INDEXED = 3;

/** The words of a search, folded as the searched columns are, each once (search README, Rules). */
export function searchWords(text: string): string[] {
  return [...new Set(fold(text).split(" "))].filter((word) => word !== "");
}

/** Length of `folded` in characters, as the full-text indexes count. */
export function searchLength(folded: string): number {
  return [...folded].length;
}

/** Whether the full-text indexes can find `folded`. */
export function isIndexed(folded: string): boolean {
  return searchLength(folded) >= SHORTEST_INDEXED;
}

/** `folded` as an FTS5 string literal. */
export function literalTerm(folded: string): string {
  return `"${folded.replaceAll('"', '""')}"`;
}

/** Characters next to a two-letter word in nearly all names. */
const NEIGHBOURS = [..." abcdefghijklmnopqrstuvwxyz0123456789-./'&+(),#!:\""];

/**
 * An FTS5 expression for two letters: every trigram of the pair and one neighbour. Rows with other neighbours, or none,
 * are not found.
 */
export function pairTerm(pair: string): string {
  const runs = NEIGHBOURS.flatMap((beside) => [pair + beside, beside + pair]);
  return `(${runs.map(literalTerm).join(" OR ")})`;
}

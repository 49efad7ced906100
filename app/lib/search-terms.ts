import { fold } from "./text";

/** The full-text indexes know runs of three characters; shorter texts are looked for in the rows themselves. */
const SHORTEST_INDEXED = 3;

/** The words of a search, folded as the searched columns are, each once (decisions, Search). */
export function searchWords(text: string): string[] {
  return [...new Set(fold(text).split(" "))].filter((word) => word !== "");
}

/** Whether the full-text indexes can find `folded`, counted in characters as they count them. */
export function isIndexed(folded: string): boolean {
  return [...folded].length >= SHORTEST_INDEXED;
}

/** `folded` as a string of the full-text query language, in which nothing has a meaning but itself. */
export function literalTerm(folded: string): string {
  return `"${folded.replaceAll('"', '""')}"`;
}

/** A full-text query for rows that have each of `words` in them; every word `isIndexed`. */
export function matchEvery(words: string[]): string {
  return words.map(literalTerm).join(" AND ");
}

import { fold } from "./text";

/** The trigram indexes need three characters; shorter texts are matched against the rows. */
const SHORTEST_INDEXED = 3;

/** The distinct words of a search, folded like the searched columns (search README, Rules). */
export function searchTerms(text: string): string[] {
  return [...new Set(fold(text).split(" "))].filter((word) => word !== "");
}

/** Optional characters in names: hyphens, dots, blanks, apostrophes. */
const JOINTS = /[-.' ·・]+/g;

/** The same without the dot of a number: "1.9" is not 19. */
const JOINTS_OF_WORDS = /[-' ·・]+|\.(?!\d)|(?<!\d)\./g;

/** A folded name without its joints, if it has any. */
const inOneWord = (name: string) => [name.replace(JOINTS_OF_WORDS, ""), name.replace(JOINTS, "")];

/** The searched text of a vehicle: its folded name, and make and model also without joints: "1995 mazda mx-5 mx5". */
export function vehicleText({ year, make, model }: { year: number; make: string; model: string }): string {
  const names = [make, model].map(fold).flatMap((name) => [...new Set([name, ...inOneWord(name)])]);
  return [year, ...names.filter((name) => name !== "")].join(" ");
}

/** A word to search for in `vehicleText`. */
export interface VehicleWord {
  text: string;
  /** Whether it must follow the year: "9-3", searched as "93", is no vehicle of 1993. */
  isName: boolean;
}

/** The words of a search for vehicles, each without its joints. */
export function vehicleWords(words: readonly string[]): VehicleWord[] {
  const sought = words
    .map((word) => [word, word.replace(JOINTS_OF_WORDS, "")] as const)
    .filter(([, text]) => text !== "")
    .map(([word, text]) => ({ text, isName: text !== word && /^\d{1,4}$/.test(text) }));
  // A search of joints alone is used as it is.
  return sought.length > 0 ? sought : words.map((text) => ({ text, isName: false }));
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
  const runs = NEIGHBOURS.flatMap((neighbour) => [pair + neighbour, neighbour + pair]);
  return `(${runs.map(literalTerm).join(" OR ")})`;
}

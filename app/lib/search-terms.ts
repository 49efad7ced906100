import { fold } from "./text";

/** Trigram indexes need three characters; shorter texts are matched against the rows. */
const SHORTEST_INDEXED = 3;

/** Distinct words, folded like the searched columns (search README, Rules). */
export function searchTerms(text: string): string[] {
  return [...new Set(fold(text).split(" "))].filter((word) => word !== "");
}

/** Optional in names. */
const JOINTS = /[-.' ·・]+/g;

/** Without the dot of a number: "1.9" is not 19. */
const JOINTS_OF_WORDS = /[-' ·・]+|\.(?!\d)|(?<!\d)\./g;

/** If it has joints. */
const inOneWord = (name: string) => [name.replace(JOINTS_OF_WORDS, ""), name.replace(JOINTS, "")];

/** The folded name, and make and model also without joints: "1995 mazda mx-5 mx5". */
export function vehicleText({ year, make, model }: { year: number; make: string; model: string }): string {
  const names = [make, model].map(fold).flatMap((name) => [...new Set([name, ...inOneWord(name)])]);
  return [year, ...names.filter((name) => name !== "")].join(" ");
}

export interface VehicleWord {
  text: string;
  /** It must follow the year: "9-3", searched as "93", is no vehicle of 1993. */
  isName: boolean;
}

/** Without joints. */
export function vehicleWords(words: readonly string[]): VehicleWord[] {
  const vehicleTerms = words
    .map((word) => [word, word.replace(JOINTS_OF_WORDS, "")] as const)
    .filter(([, text]) => text !== "")
    .map(([word, text]) => ({ text, isName: text !== word && /^\d{1,4}$/.test(text) }));
  // Joints alone are used as they are.
  return vehicleTerms.length > 0 ? vehicleTerms : words.map((text) => ({ text, isName: false }));
}

/** Characters, as the full-text indexes count. */
export function searchLength(text: string): number {
  return [...text].length;
}

/** By the full-text indexes. */
export function isIndexed(text: string): boolean {
  return searchLength(text) >= SHORTEST_INDEXED;
}

/** An FTS5 string literal. */
export function literalTerm(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Next to a two-letter word in nearly all names. */
const NEIGHBOURS = [..." abcdefghijklmnopqrstuvwxyz0123456789-./'&+(),#!:\""];

/**
 * FTS5 expression for two letters: every trigram of the pair and one neighbour. Misses rows with other neighbours, or
 * none.
 */
export function pairTerm(pair: string): string {
  const runs = NEIGHBOURS.flatMap((neighbour) => [pair + neighbour, neighbour + pair]);
  return `(${runs.map(literalTerm).join(" OR ")})`;
}

import { fold, withPlainSigns } from "./text";

/** Longer searches are not corrected, to limit the cost. */
const MAX_LENGTH = 50;
const MAX_WORDS = 6;

/** "Land Cruiser 70": the most words of a name that are compared at once. */
const MAX_RUN = 3;

const SHORTEST_CORRECTED = 4;

/** Per typed words, per search, and searches that are tried. */
const MAX_CHOICES = 3;
const MAX_PATHS = 8;
const MAX_TRIED = 4;

/** More than the highest distance: a correction is better than an unknown word. */
const COST_OF_UNKNOWN = 4;
const COST_OF_SHORT = 0.2;
/** So that a whole name is better than its words. */
const COST_OF_PART = 0.01;
/** Few people mistype a first letter. */
const COST_OF_FIRST_LETTER = 0.5;

/** An existing name; `alias`: letters that mean all of it, such as an alias. */
export interface ExistingName {
  name: string;
  alias?: string;
}

const keyOf = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, "");

/**
 * @param listNames existing names that resemble `words` (letters and digits, folded), the usual ones first
 * @param isFound whether the search for a text finds anything
 * @returns the search with words of existing names instead of similar typed ones; null if that finds nothing
 */
export function correctText(
  text: string,
  listNames: (words: readonly string[]) => readonly ExistingName[],
  isFound: (text: string) => boolean,
): string | null {
  const words = withPlainSigns(text).trim().split(" ");
  if (text.length > MAX_LENGTH || words.length > MAX_WORDS) return null;
  const keys = words.map(keyOf);
  if (!keys.some((key) => key !== "")) return null;
  const texts = listTexts(words, keys, textsByKey(listNames(keys)));
  return (
    texts
      .filter((candidate) => fold(candidate) !== fold(text))
      .slice(0, MAX_TRIED)
      .find(isFound) ?? null
  );
}

/** Names and runs of their words, as written, by their letters. */
function textsByKey(names: readonly ExistingName[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const add = (key: string, text: string) => {
    if (key !== "" && !texts.has(key)) texts.set(key, text);
  };
  for (const { name, alias } of names) {
    if (alias !== undefined) add(alias, name);
    const words = [...name.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => {
      return { key: fold(word), start: index, end: index + word.length };
    });
    words.forEach(({ start }, first) => {
      let key = "";
      for (const word of words.slice(first, first + MAX_RUN)) {
        key += word.key;
        add(key, name.slice(start, word.end));
      }
    });
  }
  return texts;
}

interface Choice {
  text: string;
  cost: number;
}

const byCost = (a: Choice, b: Choice) => a.cost - b.cost;

/** Each with every typed word corrected or kept; the most similar first. */
function listTexts(words: readonly string[], keys: readonly string[], texts: ReadonlyMap<string, string>): string[] {
  const paths: Choice[][] = [[{ text: "", cost: 0 }]];
  for (let end = 1; end <= words.length; end += 1) {
    const longer: Choice[] = [];
    for (let start = Math.max(0, end - MAX_RUN); start < end; start += 1) {
      const choices = listChoices(keys.slice(start, end).join(""), texts);
      if (start === end - 1) choices.push(keep(words[start]!, keys[start]!));
      for (const path of paths[start]!) {
        for (const { text, cost } of choices) longer.push({ text: `${path.text} ${text}`, cost: path.cost + cost });
      }
    }
    paths.push(longer.sort(byCost).slice(0, MAX_PATHS));
  }
  return [...new Set(paths.at(-1)!.map(({ text }) => text.trim()))];
}

function keep(word: string, key: string): Choice {
  const isShort = key.length < SHORTEST_CORRECTED || /\d/.test(key);
  return { text: word, cost: isShort ? COST_OF_SHORT : COST_OF_UNKNOWN };
}

const digitsOf = (key: string) => key.replace(/\D+/g, "");

/** A 911 is no 912: digits must be equal. */
function listChoices(word: string, texts: ReadonlyMap<string, string>): Choice[] {
  const exact = texts.get(word);
  if (exact !== undefined) return [{ text: exact, cost: COST_OF_PART }];
  const most = maxDistance(word);
  if (most === 0) return [];
  const choices: Choice[] = [];
  for (const [key, text] of texts) {
    if (Math.abs(key.length - word.length) > most) continue;
    const distance = editDistance(word, key, most);
    if (distance > most || digitsOf(key) !== digitsOf(word)) continue;
    choices.push({ text, cost: distance + COST_OF_PART + (key[0] === word[0] ? 0 : COST_OF_FIRST_LETTER) });
  }
  return choices.sort(byCost).slice(0, MAX_CHOICES);
}

function maxDistance({ length }: string): number {
  if (length < SHORTEST_CORRECTED) return 0;
  if (length < 6) return 1;
  return length < 10 ? 2 : 3;
}

/** Insertions, deletions, substitutions and swaps of neighbours. @returns a number above `most` if more are necessary */
function editDistance(from: string, to: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        cost = Math.min(cost, before[j - 2]! + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return least;
    before = last;
    last = row;
  }
  return last[to.length]!;
}

const isLong = (key: string) => key.length >= SHORTEST_CORRECTED;

/**
 * By key of four letters and more. A name with a similar word usually contains one of its parts: trigrams side by side;
 * of short words the first and last two letters.
 */
export function similarParts(keys: readonly string[]): string[][] {
  return keys.filter(isLong).map((key) => {
    if (key.length < 6) return [key.slice(0, 2), key.slice(-2)];
    const starts = Array.from({ length: Math.floor(key.length / 3) }, (_, at) => 3 * at);
    return [...new Set([...starts, key.length - 3])].map((start) => key.slice(start, start + 3));
  });
}

/** Of these parts a name with one mistake in a word usually contains one; at least three letters. */
export function similarHalves(keys: readonly string[]): string[] {
  const halves = keys.filter(isLong).flatMap((key) => {
    const half = Math.max(3, Math.floor(key.length / 2));
    return [key.slice(0, half), key.slice(-half)];
  });
  return [...new Set(halves)];
}

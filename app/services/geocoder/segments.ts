import { nameKey } from "./names";

/** A part of a text that may be a place name. */
export interface Segment {
  /** Its words, without postcodes and house numbers. */
  words: string[];
  key: string;
  /** A short number stood beside it, as in "Dublin 4" but also in "Hall 7". */
  numbered: boolean;
}

/** Characters that always separate places; others may also stand within a name: "Frankfurt (Oder)". */
const MAJOR = /[,;\n|·•，、;]+/;
const MINOR = /[/()[\]]+|\s[-–—]+\s|\s[-–—]+$|^[-–—]+\s/;

/** Longer texts are cut: no address is that long. */
const MAX_LENGTH = 300;
const MAX_SEGMENTS = 12;

const BESIDE = /^((just )?(near|nr\.?|close to|outside|around|in|from|by) )+(?=.)/i;
const PART_OF = /^(the )?city of (?=.)/i;

/**
 * Splits a text into possible place names, in order.
 * @param isName whether a key is a known name: known names are not split further
 */
export function toSegments(text: string, isName: (key: string) => boolean): Segment[] {
  return text
    .slice(0, MAX_LENGTH)
    .split(MAJOR)
    .flatMap((part) => (isName(toSegment(part).key) ? [part] : part.split(MINOR)))
    .map(toSegment)
    .filter(({ key }) => key !== "")
    .slice(0, MAX_SEGMENTS);
}

function toSegment(part: string): Segment {
  const words = part.trim().replace(BESIDE, "").replace(PART_OF, "").split(/\s+/);
  const numbers = [...takeNumbers(words, "start"), ...takeNumbers(words, "end")];
  const numbered = numbers.length > 0 && numbers.join("").replace(/\D/g, "").length < 4 && !numbers.some(isBritish);
  return { words, key: nameKey(words.join(" ")), numbered };
}

/** Removes words with digits from one end. */
function takeNumbers(words: string[], end: "start" | "end"): string[] {
  const taken: string[] = [];
  const next = () => (end === "start" ? words[0] : words.at(-1));
  for (let word = next(); word !== undefined && /\p{N}|^\P{L}+$/u.test(word); word = next()) {
    taken.push(word);
    if (end === "start") words.shift();
    else words.pop();
  }
  // Letters of a Dutch postcode: "1012 AB Amsterdam".
  if (end === "start" && /^\d{4}$/.test(taken.at(-1) ?? "") && /^[A-Z]{2}$/.test(words[0] ?? "")) words.shift();
  return taken;
}

/** Half of a British postcode such as "B5 6AA". */
function isBritish(word: string): boolean {
  return /^([A-Z]{1,2}\d[A-Z\d]?|\d[A-Z]{2})$/i.test(word);
}

import { fold, withPlainSigns } from "~/lib/text";

const SAME: Record<string, string> = { saint: "st", sankt: "st", sint: "st", sainte: "ste", mount: "mt", fort: "ft" };

/** Combining marks are accents here; in other scripts part of the letter. */
const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/**
 * Folded, without apostrophes and full stops, hyphens as spaces, "Saint" as "St": "St. Albans", "Saint Albans" and "ST
 * ALBANS" have one key.
 */
export function nameKey(name: string): string {
  const words = withPlainSigns(name)
    .split(" ")
    .map((word) => (ACCENTED.test(word) ? fold(word) : word.normalize("NFKC")));
  return words
    .join(" ")
    .normalize("NFC")
    .replace(/&/g, " and ")
    .replace(/['.]/g, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()
    .replace(/\p{L}+/gu, (word) => SAME[word] ?? word);
}

export function startKey(text: string): string {
  const key = nameKey(text);
  const last =
    fold(text)
      .split(/[\s-]+/)
      .at(-1) ?? "";
  // The space keeps "Saint" from matching Stuttgart.
  return SAME[last] === undefined ? key : `${key} `;
}

const set = (words: string) => new Set(words.split(" "));

/** Region codes that are also words count only in capitals. */
export const SHORT_WORDS = set(
  "al am an as at av be by co ct de do dr er es et go hi id il in is it la ln ma me my no of oh ok or pa pl rd so st to us",
);

/** Also the name of some town, or of a country in some language ("Island"). */
export const EVERYDAY = set(
  "airport beach bar barn bay camp castle center centre central church city club corner country court cross downtown earth " +
    "east everywhere farm field forest garage garden gate green hall harbor harbour heaven hell here hill home house inn " +
    "island lake lodge mall manor marina market mobile moon mountain museum nowhere office online orange other park pier " +
    "place plaza point port private race river road school secret shed shop show somewhere south square station street " +
    "sunset tba tbc tbd town track trail unknown valley village west wood woods workshop yard",
);

/** At the start or end of a name: a landscape feature rather than the small town named after it. */
export const FEATURES = set(
  "lake lago lac loch mount mt river cape bay isle island islands castle park valley canyon beach shore coast hill hills springs falls point mountain mountains ridge creek forest gardens",
);

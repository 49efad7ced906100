import { fold } from "~/lib/text";

/** Equivalent spellings of words in names. */
const SAME: Record<string, string> = { saint: "st", sankt: "st", sint: "st", sainte: "ste", mount: "mt", fort: "ft" };

/** Scripts in which combining marks are accents; in others they are part of the letter. */
const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/**
 * Normalizes a name for comparison: folded, without apostrophes and full stops, hyphens as spaces, "Saint" as "St":
 * "St. Albans", "Saint Albans" and "ST ALBANS" have one key.
 */
export function nameKey(name: string): string {
  const words = name.split(/\s+/).map((word) => (ACCENTED.test(word) ? fold(word) : word.normalize("NFKC")));
  return words
    .join(" ")
    .normalize("NFC")
    .replace(/&/g, " and ")
    .replace(/['’‘ʻʼ`´.]/g, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()
    .replace(/\p{L}+/gu, (word) => SAME[word] ?? word);
}

/** The key prefix of names that start with `text`. */
export function startKey(text: string): string {
  const key = nameKey(text);
  const last =
    fold(text)
      .split(/[\s-]+/)
      .at(-1) ?? "";
  // "Saint" becomes "st": the space keeps it from matching Stuttgart.
  return SAME[last] === undefined ? key : `${key} `;
}

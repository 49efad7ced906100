import { fold } from "~/lib/text";

/** Spellings of the same word of a name. */
const SAME: Record<string, string> = { saint: "st", sankt: "st", sint: "st", sainte: "ste", mount: "mt", fort: "ft" };

/** Scripts whose marks are accents; in others they are letters. */
const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/**
 * A name as names are compared: folded, without apostrophes and points, hyphens as spaces, "Saint" as "St":
 * "St. Albans", "Saint Albans" and "ST ALBANS" are one.
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

/** What the keys of names that start so start with. */
export function startKey(text: string): string {
  const key = nameKey(text);
  const last =
    fold(text)
      .split(/[\s-]+/)
      .at(-1) ?? "";
  // "Saint" becomes "st", and Stuttgart does not start so.
  return SAME[last] === undefined ? key : `${key} `;
}
